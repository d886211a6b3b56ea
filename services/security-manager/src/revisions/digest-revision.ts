import { createHash } from "node:crypto";
import type { Snapshot } from "@network-access/estate-model/snapshot";
import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { canonicalJson } from "@network-access/service-runtime/canonical-json";
import { nameId } from "../rows/name-id.ts";
import { alignRows } from "./align-rows.ts";
import type { DigestedObject, DigestedRow, RevisionDigest } from "./revision-digest.ts";

interface Asked {
  readonly deviceId: number;
  readonly revision: number;
  readonly configuredAt: Date;
  /** The digest of the previous revision. Undefined for the first revision of a device. */
  readonly before: RevisionDigest | undefined;
}

/**
 * Makes the digest of a revision: the data with which the next revision is compared. A row that matches a row of the
 * previous revision gets the id of that row. Other rows get new ids.
 */
export function digestRevision(
  snapshot: Snapshot,
  { deviceId, revision, configuredAt, before }: Asked,
): RevisionDigest {
  const time = configuredAt.getTime();
  const oldRows = Map.groupBy(before?.rows ?? [], (row) => row.policy);
  const rows: DigestedRow[] = [];
  for (const { name: policy, rows: ofPolicy } of snapshot.policies.values()) {
    const lines = ofPolicy.map((row) => ({ row, hash: hashOfRow(row), action: row.action }));
    const old = oldRows.get(policy) ?? [];
    const kept = alignRows(old, lines);
    for (const [place, { row, hash, action }] of lines.entries()) {
      const { name, number, implicit } = row;
      const same = kept.get(place);
      rows.push({
        ...{ policy, hash, action, name, number, isLine: !implicit },
        id: same?.id ?? nameId(deviceId, "row", revision, policy, place),
        created: same ? same.created : before ? time : null,
        lastChanged: same ? (same.hash === hash ? same.lastChanged : time) : before ? time : null,
        ...(same?.hash === hash
          ? same.lastChange && { lastChange: same.lastChange }
          : before && { lastChange: { revision, kind: same ? "CHANGED" : "ADDED" } }),
      });
    }
  }
  return { rows, objects: digestObjects(snapshot), routes: digestRoutes(snapshot) };
}

function digestObjects({ networkObjects, serviceObjects, schedules }: Snapshot): DigestedObject[] {
  return [...networkObjects.values(), ...serviceObjects.values(), ...schedules.values()].map((object) => ({
    ...{ kind: object.kind, name: object.name, hash: hashOf(object) },
  }));
}

function digestRoutes({ routes }: Snapshot): string[] {
  return [...routes].flatMap(([router, list]) =>
    list.map(({ destination, gateway, interface: through, metric, type }) =>
      [destination, gateway ?? "", through ?? "", `metric:${metric}`, type, router].join(" "),
    ),
  );
}

function hashOfRow({ number: _, ...row }: SnapshotRow): string {
  return hashOf(row);
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64url").slice(0, 22);
}
