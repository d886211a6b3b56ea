import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import { SnapshotPart, type SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import type { ReadDevice } from "../../reader.ts";

/** Returns the snapshot of a device, assembled from its parts. */
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
