import type { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import type { ParsedQuery } from "../../src/siql/language/syntax.ts";
import { addressMember, networkObjectPoints, serviceMembers } from "./slow-columns.ts";
import { pointsOf, SERVICE_END } from "./slow-comparisons.ts";
import { parentsHold, type SlowParents } from "./slow-parents.ts";
import { policyValues } from "./slow-rules.ts";
import { addressesOf, type SlowValues, valuesHold } from "./slow-values.ts";

/** The endpoints of the records in a snapshot, except security rules. */
export const SNAPSHOT_ENDPOINTS = ["natrule", "policy", "interface", "networkobj", "serviceobj"] as const;
export type SnapshotEndpoint = (typeof SNAPSHOT_ENDPOINTS)[number];

interface SlowRecord {
  /** The name of the record. A translation rule is identified by the name of its policy and its number instead. */
  readonly key: string;
  /** The attributes by the stanza to which they belong. */
  readonly values: Readonly<Record<string, SlowValues>>;
}

type Parts = readonly SnapshotPart[];

/** Goes through the snapshot of a device and returns the keys of the records that a query finds on an endpoint. */
export function slowRecords(
  { filters }: ParsedQuery,
  endpoint: SnapshotEndpoint,
  { parents, parts }: { readonly parents: SlowParents; readonly parts: Parts },
  now: number,
): readonly string[] {
  const found = RECORDS[endpoint](parts).filter(({ values }) =>
    filters.every((filter) => {
      const own = values[filter.stanza.toLowerCase()];
      return own ? valuesHold(filter.body, own, now) : parentsHold(filter, parents, now) === true;
    }),
  );
  return found.map(({ key }) => key);
}

const RECORDS: Readonly<Record<SnapshotEndpoint, (parts: Parts) => readonly SlowRecord[]>> = {
  natrule: (parts) =>
    policiesOf(parts).flatMap((policy) =>
      policy.rows
        .filter(({ implicit, translation }) => policy.policyType === "NAT" && !implicit && translation !== undefined)
        .map(({ number, name, comment, disabled }) => ({
          key: `${policy.name}#${number}`,
          values: { natrule: { name, comment, disabled, number }, policy: policyValues(policy) },
        })),
    ),
  policy: (parts) => {
    const byName = new Map(policiesOf(parts).map((policy) => [policy.name, policy]));
    return [...byName].map(([key, policy]) => ({ key, values: { policy: policyValues(policy) } }));
  },
  interface: (parts) =>
    parts
      .flatMap((part) => (part.kind === "interfaces" ? part.interfaces : []))
      .map(({ name, displayName, disabled, addresses }) => {
        const address = addressesOf(addresses.map((text) => text.split("/")[0] ?? ""));
        return { key: name, values: { interface: { name, displayname: displayName, disabled, address } } };
      }),
  networkobj: (parts) =>
    objectsOf(parts)
      .filter(({ kind }) => kind === "network")
      .map(({ name, comment }) => {
        const has = (point: bigint) => addressMember({ object: name }, point, parts);
        const address = { addresses: { has, points: networkObjectPoints(parts) } };
        return { key: name, values: { networkobj: { name, displayname: name, comment, address } } };
      }),
  serviceobj: (parts) =>
    objectsOf(parts)
      .filter(({ kind }) => kind === "service")
      .map(({ name, comment }) => {
        const ranges = serviceMembers({ object: name }, parts);
        const has = (point: bigint) => ranges.some(([low, high]) => low <= point && point <= high);
        const service = { services: { has, points: ranges.flatMap((range) => pointsOf(range, SERVICE_END)) } };
        return { key: name, values: { serviceobj: { name, displayname: name, comment, service } } };
      }),
};

function policiesOf(parts: Parts) {
  return parts.filter((part) => part.kind === "policy");
}

function objectsOf(parts: Parts) {
  return parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
}
