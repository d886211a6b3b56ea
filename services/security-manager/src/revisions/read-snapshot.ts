import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import type { Snapshot } from "@network-access/estate-model/snapshot";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import type { PartStore } from "./part-store.ts";

export type ReadSnapshot =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly problem: string };

/** Puts stored parts together. Texts take much memory, and most callers need none. */
export async function readSnapshot(
  parts: PartStore,
  deviceId: number,
  names: readonly string[],
  texts: "with texts" | "without texts",
): Promise<ReadSnapshot> {
  const read: SnapshotPart[] = [];
  for (const name of names) {
    const json = await parts.read(deviceId, name);
    if (json === undefined) return { ok: false, problem: `the part ${name} is no longer stored; send it again` };
    const part = SnapshotPart.parse(JSON.parse(json));
    if (part.kind !== "text" || texts === "with texts") read.push(part);
  }
  return assembleSnapshot(read);
}
