import { isReadableOnTheWay } from "@network-access/service-runtime/environment";
import type { StatusLine } from "@network-access/service-runtime/status-line";
import { createHttpInventory } from "./clients/http-inventory.ts";
import type { Destination } from "./config.ts";
import { type Discovery, discover } from "./discover.ts";
import type { SendFailure } from "./inventory.ts";
import { openReader } from "./open-reader.ts";
import { type CleanUpWish, type PlannedRun, planDiscovery } from "./plan-discovery.ts";
import { readArguments, type Wishes } from "./read-arguments.ts";
import type { Reader } from "./reader.ts";
import { type SourceFile, UnreadableFile } from "./readers/read-text.ts";
import { sendDiscovery } from "./send-discovery.ts";
import { counted, duration, progressText } from "./terminal/progress-text.ts";
import { discoveryText, planText, sentText } from "./terminal/report-text.ts";
import { usage } from "./usage.ts";

const WENT_WELL = 0;
const FAILED = 1;
const MISUSED = 2;
const INTERRUPTED = 130;

interface Needs {
  /** The report. */
  readonly print: (line: string) => void;
  /** What went wrong. */
  readonly complain: (line: string) => void;
  readonly status: StatusLine;
  readonly resolve: (name: string) => string;
  /** Throws in words when it is not complete. */
  readonly readDestination: (fromStack: boolean) => Destination;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** A few characters that nobody had before. */
  readonly unique: () => string;
}

/** One command from its words to its exit code. */
export async function runConnector(needs: Needs, args: readonly string[]): Promise<number> {
  const read = readArguments(args);
  if (!read.ok) {
    if ("help" in read) needs.print(usage);
    else needs.complain(`${read.problem}\nnpm run connector -- --help shows every source and flag.`);
    return "help" in read ? WENT_WELL : MISUSED;
  }
  const { wishes } = read;
  const destination = wishes.dryRun ? undefined : tryIt(needs, () => needs.readDestination(wishes.stack));
  if (destination === undefined && !wishes.dryRun) return MISUSED;
  if (destination && isReadableOnTheWay(destination.url))
    needs.complain(`${destination.url} is not https: the secret can be read on the way.`);
  const fileNamed = (name: string): SourceFile => ({ name, path: needs.resolve(name) });
  const mapping = wishes.mapping === undefined ? undefined : fileNamed(wishes.mapping);
  const reader = await openReader(wishes.source, wishes.stated, mapping).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error;
    needs.complain(`${wishes.mapping} ${error.message}`);
    return undefined;
  });
  if (reader === undefined) return MISUSED;

  const discoveryId = wishes.discoveryId ?? newDiscoveryId(wishes, needs);
  if (destination) needs.print(`Discovery ${discoveryId}`);
  const discovery = await readFiles(needs, reader, wishes.files.map(fileNamed), wishes);
  if (typeof discovery === "number") return discovery;
  for (const line of discoveryText(discovery)) needs.print(line);
  const cleanUp = cleanUpWish(wishes, reader);
  const runs = planDiscovery(discoveryId, discovery.cells, cleanUp);
  const unusable = discovery.problems.length > 0;
  if (destination === undefined) {
    showDryRun(needs, discovery, runs, cleanUp);
    return unusable ? FAILED : WENT_WELL;
  }
  if (discovery.items.count === 0) {
    needs.complain("The files show nothing to send; nothing was changed.");
    return FAILED;
  }
  for (const line of planText(discovery.cells, runs, cleanUp !== "nothing")) needs.print(line);
  const code = await send(needs, destination, { discovery, discoveryId, runs, cleanUp, wishes, args });
  return code === WENT_WELL && unusable ? FAILED : code;
}

async function readFiles(
  { status, complain, signal }: Needs,
  reader: Reader,
  files: readonly SourceFile[],
  { stated }: Wishes,
): Promise<Discovery | number> {
  const onItems = (count: number, file: string) => status.show(`reading ${file}: ${counted(count, "item")}`);
  const discovered = await discover({ reader, onItems }, files, stated);
  status.clear();
  if (signal.aborted) {
    complain("Interrupted; nothing was sent.");
    return INTERRUPTED;
  }
  if (discovered.ok) return discovered.discovery;
  for (const sentence of discovered.sentences) complain(sentence);
  complain("Nothing was sent.");
  return discovered.kind === "unsaid" ? MISUSED : FAILED;
}

async function send(
  { print, complain, status, signal, now }: Needs,
  destination: Destination,
  plan: {
    readonly discovery: Discovery;
    readonly discoveryId: string;
    readonly runs: readonly PlannedRun[];
    readonly cleanUp: CleanUpWish;
    readonly wishes: Wishes;
    readonly args: readonly string[];
  },
): Promise<number> {
  const { discovery, discoveryId, runs, cleanUp, wishes, args } = plan;
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
    force: wishes.force,
    goesOn: wishes.discoveryId !== undefined,
  });
  status.clear();
  for (const line of sentText(discovery.cells, sent)) print(line);
  if (sent.stoppedBy) {
    complain(failureText(sent.stoppedBy, through, total));
    if (sent.stoppedBy.kind !== "refused") complain(`To go on:\n  ${commandToGoOn(args, discoveryId)}`);
    return sent.stoppedBy.kind === "interrupted" ? INTERRUPTED : FAILED;
  }
  print(`Took ${duration((now().getTime() - beganAt) / 1_000)}`);
  return sent.rejected > 0 || sent.leftAsTheyAre.length > 0 ? FAILED : WENT_WELL;
}

function failureText(failure: SendFailure, through: number, total: number): string {
  const far = `after ${counted(through, "item")} of ${counted(total, "item").replace(/ items?$/, "")}`;
  if (failure.kind === "interrupted") return `Interrupted ${far}.`;
  if (failure.kind === "gave-up") return `Gave up ${far}: ${failure.message}.`;
  const hint = failure.status === 401 ? "; look at CONNECTOR_ID and CONNECTOR_SECRET" : "";
  return `The inventory refused ${far} (${failure.status}): ${failure.message}${hint}`;
}

/** The same words and the id, quoted where a shell would split them. */
function commandToGoOn(args: readonly string[], discoveryId: string): string {
  const words = args.includes("--discovery-id") ? args : [...args, "--discovery-id", discoveryId];
  const quoted = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return `npm run connector -- ${quoted.join(" ")}`;
}

function showDryRun(
  { print }: Needs,
  { cells, examples, items }: Discovery,
  runs: readonly PlannedRun[],
  cleanUp: CleanUpWish,
): void {
  print(`Would be sent: ${counted(items.count, "item")}`);
  for (const line of planText(cells, runs, cleanUp !== "nothing")) print(line);
  if (examples.length > 0) print("The first items, without their raw attributes:");
  for (const { item: _, ...example } of examples) print(`  ${JSON.stringify(example)}`);
}

function cleanUpWish({ cleanUp }: Wishes, { showsAll }: Reader): CleanUpWish {
  if (cleanUp === "always") return "all-shown";
  return cleanUp === "usual" && showsAll ? "what-is-whole" : "nothing";
}

function newDiscoveryId({ source }: Wishes, { now, unique }: Needs): string {
  return `${source}-${now().toISOString().slice(0, 19).replaceAll(":", "-")}Z-${unique()}`;
}

function tryIt<Result>({ complain }: Needs, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
