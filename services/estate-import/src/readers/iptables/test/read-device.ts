import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import { SnapshotPart, type SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import type { ReadDevice, SourceFile } from "../../../reader.ts";
import { readIptables } from "../read-iptables.ts";

/** Files named "1", "2" and so on. */
export function filesOf(texts: readonly string[]): readonly SourceFile[] {
  return texts.map((text, at) => ({ name: String(at + 1), text }));
}

/** What the reader makes of files; everything in it fits the schema, and names only what it defines. */
export function deviceOf(...texts: readonly string[]): ReadDevice {
  const read = readIptables(filesOf(texts));
  if (!read.ok) throw new Error(read.problem);
  snapshotOf(read.device);
  return read.device;
}

/** The device as a snapshot, put together from parts. */
export function snapshotOf(device: ReadDevice) {
  const parts: SnapshotPartInput[] = [
    ...device.policies.map((policy) => ({ kind: "policy" as const, ...policy, rows: [...policy.rows] })),
    { kind: "objects", objects: [...device.objects] },
    { kind: "interfaces", interfaces: [...device.interfaces], entries: [...device.entries] },
    ...[...device.routes].map(([virtualRouter, routes]) => ({
      ...{ kind: "routes" as const, virtualRouter },
      routes: [...routes],
    })),
    { kind: "notUnderstood", lines: [...device.notUnderstood] },
    ...device.texts.map(({ name, text }) => ({ kind: "text" as const, file: name, text })),
  ];
  const assembled = assembleSnapshot(parts.map((part) => SnapshotPart.parse(part)));
  if (!assembled.ok) throw new Error(assembled.problem);
  return assembled.snapshot;
}

/** Why the reader refuses files. */
export function problemOf(...texts: readonly string[]): string {
  const read = readIptables(filesOf(texts));
  if (read.ok) throw new Error("the files were read");
  return read.problem;
}

/** A table with its chains and rules. */
export function table(name: string, ...lines: readonly string[]): string {
  return [`*${name}`, ...lines, "COMMIT", ""].join("\n");
}
