import { errorMessage } from "@network-access/service-runtime/error-message";
import {
  DONE,
  FAILED,
  INTERRUPTED,
  MISCONFIGURED,
  MISUSED,
  UNREADABLE_INPUT,
} from "@network-access/service-runtime/exit-codes";
import { isUnencrypted } from "@network-access/service-runtime/is-unencrypted";
import { createHttpInventory } from "./clients/http-inventory.ts";
import type { Destination } from "./config.ts";
import { type Discovery, discover } from "./discover.ts";
import type { SendFailure } from "./inventory.ts";
import { type CleanUpMode, type PlannedRun, planDiscovery } from "./plan-discovery.ts";
import { type Options, readArguments } from "./read-arguments.ts";
import type { Reader } from "./reader.ts";
import { type SourceFile, UnreadableFile } from "./readers/read-text.ts";
import { sendDiscovery } from "./send-discovery.ts";
import { counted, duration, progressText } from "./terminal/progress-text.ts";
import { discoveryText, planText, sentText } from "./terminal/report-text.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { usage } from "./usage.ts";

interface Needs {
  readonly terminal: Terminal;
  readonly resolve: (name: string) => string;
  /** Returns the URL and the credentials. If settings are missing or wrong, throws an error meant for the user. */
  readonly readDestination: (fromStack: boolean) => Destination;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** A few random characters. */
  readonly unique: () => string;
}

/** Runs one command and returns its exit code. */
export async function runConnector(needs: Needs, args: readonly string[]): Promise<number> {
  const { print, complain } = needs.terminal;
  const read = readArguments(args);
  if (!read.ok) {
    if ("help" in read) each(print, usage.split("\n"));
    else each(complain, [read.problem, "npm run connector -- --help shows every source and flag."]);
    return "help" in read ? DONE : MISUSED;
  }
  const { options } = read;
  const destination = options.dryRun ? undefined : destinationOf(needs, options);
  if (destination === undefined && !options.dryRun) return MISCONFIGURED;
  if (destination && isUnencrypted(destination.url))
    complain(`${destination.url} is not https: the secret is sent in plain text.`);
  const fileNamed = (name: string): SourceFile => ({ name, path: needs.resolve(name) });
  const mapping = options.mapping === undefined ? undefined : fileNamed(options.mapping);
  const reader = await options.source.open(options.stated, mapping).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error;
    each(complain, [`${options.mapping} ${error.message}`, ...error.details.map((detail) => `    ${detail}`)]);
    return undefined;
  });
  if (reader === undefined) return UNREADABLE_INPUT;

  const discoveryId = options.discoveryId ?? newDiscoveryId(options, needs);
  if (destination) print(`Discovery ${discoveryId}`);
  const discovery = await readFiles(needs, reader, options.files.map(fileNamed), options);
  if (typeof discovery === "number") return discovery;
  each(print, discoveryText(discovery));
  const cleanUp = cleanUpMode(options);
  const runs = planDiscovery(discoveryId, discovery.cells, cleanUp);
  const unusable = discovery.problems.length > 0;
  if (destination === undefined) {
    showDryRun(needs, discovery, runs, cleanUp);
    return unusable ? FAILED : DONE;
  }
  if (discovery.items.count === 0) {
    complain("The files show no item; nothing was sent.");
    return FAILED;
  }
  each(print, planText(discovery.cells, runs, cleanUp !== "nothing"));
  const code = await send(needs, destination, { discovery, discoveryId, runs, cleanUp, options, args });
  return code === DONE && unusable ? FAILED : code;
}

async function readFiles(
  { terminal: { status, complain }, signal }: Needs,
  reader: Reader,
  files: readonly SourceFile[],
  { stated }: Options,
): Promise<Discovery | number> {
  const onItems = (count: number, file: string) => status.show(`reading ${file}: ${counted(count, "item")}`);
  const discovered = await discover({ reader, onItems }, files, stated);
  status.clear();
  if (signal.aborted) {
    complain("Interrupted; nothing was sent.");
    return INTERRUPTED;
  }
  if (discovered.ok) return discovered.discovery;
  each(complain, [...discovered.sentences, "Nothing was sent."]);
  return discovered.kind === "missing-flags" ? MISUSED : UNREADABLE_INPUT;
}

async function send(
  { terminal: { print, complain, status }, signal, now }: Needs,
  destination: Destination,
  plan: {
    readonly discovery: Discovery;
    readonly discoveryId: string;
    readonly runs: readonly PlannedRun[];
    readonly cleanUp: CleanUpMode;
    readonly options: Options;
    readonly args: readonly string[];
  },
): Promise<number> {
  const { discovery, discoveryId, runs, cleanUp, options, args } = plan;
  const total = discovery.items.count;
  const beganAt = now().getTime();
  let through = 0;
  const bar = () => progressText(through, total, now().getTime() - beganAt);
  const onWait = (reason: string, ms: number) => status.say(`${reason}; again in ${duration(ms / 1_000)}  ${bar()}`);
  const inventory = createHttpInventory({ ...destination, signal, onWait });
  const onSent = (items: number) => {
    through = items;
    status.show(bar());
  };
  status.show(bar());
  const sent = await sendDiscovery({ inventory, onSent }, discovery, runs, {
    cleanUp,
    force: options.force,
    isContinued: options.discoveryId !== undefined,
  });
  status.clear();
  each(print, sentText(discovery.cells, sent));
  if (sent.stoppedBy) {
    complain(failureText(sent.stoppedBy, through, total));
    if (sent.stoppedBy.kind !== "refused")
      each(complain, ["To continue:", `  ${commandToContinue(args, discoveryId)}`]);
    return sent.stoppedBy.kind === "interrupted" ? INTERRUPTED : FAILED;
  }
  print(`Took ${duration((now().getTime() - beganAt) / 1_000)}`);
  return sent.rejected > 0 || sent.leftAsTheyAre.length > 0 ? FAILED : DONE;
}

function failureText(failure: SendFailure, through: number, total: number): string {
  const far = `after ${counted(through, "item")} of ${counted(total, "item").replace(/ items?$/, "")}`;
  if (failure.kind === "interrupted") return `Interrupted ${far}.`;
  if (failure.kind === "gave-up") return `Gave up ${far}: ${failure.message}.`;
  const hint = failure.status === 401 ? "; check CONNECTOR_ID and CONNECTOR_SECRET" : "";
  return `The inventory refused ${far} (${failure.status}): ${failure.message}${hint}`;
}

/**
 * Returns the command that continues the discovery: the same arguments with the id of the discovery, quoted for a
 * shell.
 */
function commandToContinue(args: readonly string[], discoveryId: string): string {
  const words = args.includes("--discovery-id") ? args : [...args, "--discovery-id", discoveryId];
  const quoted = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return `npm run connector -- ${quoted.join(" ")}`;
}

function showDryRun(
  { terminal: { print } }: Needs,
  { cells, examples, items }: Discovery,
  runs: readonly PlannedRun[],
  cleanUp: CleanUpMode,
): void {
  print(`Would be sent: ${counted(items.count, "item")}`);
  each(print, planText(cells, runs, cleanUp !== "nothing"));
  if (examples.length > 0) print("The first items, without their raw attributes:");
  for (const { item: _, ...example } of examples) print(`  ${JSON.stringify(example)}`);
}

function cleanUpMode({ cleanUp, source }: Options): CleanUpMode {
  if (cleanUp === "always") return "all-shown";
  return cleanUp === "usual" && source.showsAll ? "what-is-whole" : "nothing";
}

function newDiscoveryId({ source }: Options, { now, unique }: Needs): string {
  return `${source.name}-${now().toISOString().slice(0, 19).replaceAll(":", "-")}Z-${unique()}`;
}

function destinationOf({ terminal, readDestination }: Needs, { stack }: Options): Destination | undefined {
  try {
    return readDestination(stack);
  } catch (error) {
    each(terminal.complain, errorMessage(error).split("\n"));
    return undefined;
  }
}

function each(show: (line: string) => void, lines: readonly string[]): void {
  for (const line of lines) show(line);
}
