import { setTimeout as pause } from "node:timers/promises";
import { errorMessage } from "@network-access/service-runtime/error-message";
import { escapeControls } from "@network-access/service-runtime/escape-controls";
import {
  DONE,
  FAILED,
  INTERRUPTED,
  MISCONFIGURED,
  MISUSED,
  UNREADABLE_INPUT,
} from "@network-access/service-runtime/exit-codes";
import { isUnencrypted } from "@network-access/service-runtime/is-unencrypted";
import { createHttpManager } from "./clients/http-manager.ts";
import type { Destination } from "./config.ts";
import type { Manager, ManagerFailure } from "./manager.ts";
import { divideDevice } from "./parts/divide-device.ts";
import { PartTooLarge } from "./parts/divide-list.ts";
import { namePart } from "./parts/name-part.ts";
import { type Options, readArguments } from "./read-arguments.ts";
import { readFiles } from "./read-files.ts";
import type { ReadDevice } from "./reader.ts";
import { uploadDevice } from "./upload-device.ts";
import { usage } from "./usage.ts";

interface Needs {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly resolve: (name: string) => string;
  /**
   * Returns the URL and the credentials of the security manager. If they can't be read, for example because settings
   * are missing, invalid or contradict each other, throws an error whose message is meant for the user.
   */
  readonly readDestination: (fromStack: boolean) => Destination;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** If the device is not searchable within this time after the upload, the command fails. The default is 60 s. */
  readonly searchableMs?: number;
}

const SEARCHABLE_MS = 60_000;
const ASK_EVERY_MS = 250;

/** Runs one command and returns its exit code. */
export async function runImport(given: Needs, args: readonly string[]): Promise<number> {
  // Lines to print are escaped, because texts from configurations and responses may contain control characters.
  const needs: Needs = {
    ...given,
    print: (line) => given.print(escapeControls(line)),
    complain: (line) => given.complain(escapeControls(line)),
  };
  const { print, complain } = needs;
  const read = readArguments(args);
  if (!read.ok) {
    if ("help" in read) for (const line of usage.split("\n")) print(line);
    else for (const line of [read.problem, "npm run import -- --help shows every kind and flag."]) complain(line);
    return "help" in read ? DONE : MISUSED;
  }
  const { options } = read;
  const destination = options.dryRun ? undefined : destinationOf(needs, options.stack);
  if (destination === undefined && !options.dryRun) return MISCONFIGURED;

  const files = await readFiles(options.files.map((name) => ({ name, path: needs.resolve(name) })));
  const device = files.ok ? options.kind.read(files.files) : files;
  if (!device.ok) {
    for (const line of [device.problem, "Nothing was sent."]) complain(line);
    return UNREADABLE_INPUT;
  }
  report(needs, device.device);
  if (destination === undefined) return DONE;
  if (isUnencrypted(destination.url))
    complain(`${destination.url} is not https: the credentials are sent in plain text.`);
  return upload(needs, destination, options, device.device);
}

async function upload(needs: Needs, destination: Destination, options: Options, device: ReadDevice): Promise<number> {
  const { print, complain, signal, now } = needs;
  let parts: ReturnType<typeof namePart>[];
  try {
    parts = Array.from(divideDevice(device), namePart);
  } catch (error) {
    if (!(error instanceof PartTooLarge)) throw error;
    for (const line of [error.message, "Nothing was sent."]) complain(line);
    return UNREADABLE_INPUT;
  }
  const onWait = (reason: string, ms: number) => complain(`${reason}; again in ${Math.ceil(ms / 1_000)} s`);
  const manager = createHttpManager({ ...destination, signal, onWait });
  const beganAt = now().getTime();
  const uploaded = await uploadDevice(manager, {
    ...{ name: options.device, vendor: device.vendor, product: device.product, group: options.group, parts },
    configuredAt: options.configuredAt ?? now(),
  });
  if (!uploaded.ok) return stop(needs, uploaded.failure);
  const { device: id, isNewDevice, revision, sentParts } = uploaded.answer;
  if (!isNewDevice && options.group !== undefined) print("The device exists; its groups stay as they are.");
  print(
    `Device ${id} (${isNewDevice ? "new" : "known"}), revision ${revision.id} (${revision.isNew ? "new" : "unchanged"})`,
  );
  print(`Parts: ${parts.length}, of them sent ${sentParts}`);
  if (options.noWait) return DONE;
  const ready = revision.searchable
    ? { ok: true as const, answer: true }
    : await untilSearchable(needs, manager, id, revision.id);
  if (!ready.ok) return stop(needs, ready.failure);
  if (!ready.answer) {
    complain(`Revision ${revision.id} is stored, but can't be searched yet after ${limitMs(needs) / 1_000} s.`);
    return FAILED;
  }
  print(`Searchable after ${((now().getTime() - beganAt) / 1_000).toFixed(1)} s`);
  return DONE;
}

async function untilSearchable(needs: Needs, manager: Manager, device: number, revision: number) {
  const until = needs.now().getTime() + limitMs(needs);
  for (;;) {
    const asked = await manager.isSearchable(device, revision);
    if (!asked.ok || asked.answer || needs.now().getTime() >= until) return asked;
    await pause(ASK_EVERY_MS, undefined, { signal: needs.signal }).catch(() => undefined);
  }
}

function limitMs({ searchableMs }: Needs): number {
  return searchableMs ?? SEARCHABLE_MS;
}

function report({ print }: Needs, { policies, objects, routes, interfaces, notUnderstood }: ReadDevice): void {
  for (const { file, line, column, text, reason } of notUnderstood)
    print(`${file}:${line}:${column} ${text}: ${reason}`);
  const rules = policies.flatMap(({ rows }) => rows).filter((row) => !row.implicit).length;
  const routeCount = [...routes.values()].reduce((sum, list) => sum + list.length, 0);
  print(
    `Rules: ${rules}, objects: ${objects.length}, interfaces: ${interfaces.length}, routes: ${routeCount}, not understood: ${notUnderstood.length}`,
  );
}

function stop({ complain }: Needs, failure: ManagerFailure): number {
  if (failure.kind === "interrupted") {
    complain("Interrupted.");
    return INTERRUPTED;
  }
  if (failure.kind === "gave-up") complain(`Gave up: ${failure.message}.`);
  else
    complain(
      `The security manager refused (${failure.status}): ${failure.message}${failure.status === 401 ? "; check MANAGER_TOKEN, or MANAGER_USER and MANAGER_PASSWORD" : ""}`,
    );
  return FAILED;
}

function destinationOf({ complain, readDestination }: Needs, fromStack: boolean): Destination | undefined {
  try {
    return readDestination(fromStack);
  } catch (error) {
    for (const line of errorMessage(error).split("\n")) complain(line);
    return undefined;
  }
}
