import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import type { Snapshot } from "@network-access/estate-model/snapshot";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import type { PartStore } from "./part-store.ts";

export type ReadSnapshot =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly problem: string };

/**
 * The maximum size of all parts of a snapshot together, in bytes of JSON. The parts of the largest devices have about
 * 80 MiB. In memory, parsed parts take five times as much as their JSON.
 */
const MOST_BYTES = 128 * 1_024 * 1_024;
const READ_AHEAD = 4;

/**
 * Reads stored parts and assembles them into a snapshot. "without texts" leaves out the texts of the configuration,
 * which take much memory.
 */
export async function readSnapshot(
  parts: PartStore,
  deviceId: number,
  names: readonly string[],
  texts: "with texts" | "without texts",
): Promise<ReadSnapshot> {
  const read: SnapshotPart[] = [];
  let bytes = 0;
  for await (const { name, json } of readAhead(names, (name) => parts.read(deviceId, name))) {
    if (json === undefined) return { ok: false, problem: `the part ${name} is no longer stored; send it again` };
    bytes += Buffer.byteLength(json);
    if (bytes > MOST_BYTES)
      return { ok: false, problem: `the parts have more than ${MOST_BYTES} bytes of JSON together` };
    const part = SnapshotPart.parse(JSON.parse(json));
    if (part.kind !== "text" || texts === "with texts") read.push(part);
  }
  return assembleSnapshot(read);
}

/**
 * Reads the parts in order. While the caller uses one part, the next parts are already being read. Without this, the
 * caller would wait for the database thousands of times if a device has thousands of small parts.
 */
async function* readAhead(names: readonly string[], read: (name: string) => Promise<string | undefined>) {
  const reading: Promise<string | undefined>[] = [];
  for (const [at, name] of names.entries()) {
    for (const next of names.slice(at + reading.length, at + READ_AHEAD)) {
      const json = read(next);
      // The promise is awaited below. Without this handler, a rejection before the `await` would be reported as
      // unhandled.
      json.catch(() => undefined);
      reading.push(json);
    }
    yield { name, json: await reading.shift() };
  }
}
