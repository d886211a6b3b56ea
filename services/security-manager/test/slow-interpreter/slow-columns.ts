import type {
  AddressMember,
  ServiceMember,
  SnapshotPart,
  SnapshotRow,
} from "@network-access/service-contracts/device-snapshot";
import { BLOCK, familyOf, hasAddress, LINE_END, pointsOf, rangeOf, SERVICE_END } from "./slow-comparisons.ts";

/**
 * Functions that check whether the columns of a snapshot's rows match a point, and functions that list points to check.
 * A point is an address or a service.
 */

type SnapshotObject = Extract<SnapshotPart, { kind: "objects" }>["objects"][number];

const listedObjects = new WeakMap<readonly SnapshotPart[], ReadonlyMap<string, SnapshotObject>>();

/**
 * Returns the object with this kind and name. The objects of `parts` are listed once and cached, because each check of
 * an address or service needs them. `parts` must not be modified.
 */
function objectOf(kind: SnapshotObject["kind"], name: string, parts: readonly SnapshotPart[]) {
  const listed = listedObjects.get(parts) ?? listObjects(parts);
  listedObjects.set(parts, listed);
  return listed.get(`${kind} ${name}`);
}

/** Returns the objects of a snapshot by kind and name. If several have the same kind and name, the first one counts. */
function listObjects(parts: readonly SnapshotPart[]): ReadonlyMap<string, SnapshotObject> {
  const all = parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
  return new Map(all.toReversed().map((one) => [`${one.kind} ${one.name}`, one]));
}

export function addressMember(member: AddressMember, point: bigint, parts: readonly SnapshotPart[]): boolean {
  if ("notUnderstood" in member) return false;
  if ("address" in member) return hasAddress(member.address, point);
  const object = objectOf("network", member.object, parts);
  return object?.kind === "network" && object.members.some((one) => addressMember(one, point, parts));
}

/**
 * Returns whether a row matches an address as source or as destination. The row must apply to the family of the
 * address. Does not check whether connections reach the row.
 */
export function matchesAddress(
  row: SnapshotRow,
  side: "source" | "destination",
  point: bigint,
  parts: readonly SnapshotPart[],
): boolean {
  const inTerms = row[side].every(
    ({ negated, members }) => members.some((member) => addressMember(member, point, parts)) !== negated,
  );
  return inTerms && row.families.some((family) => family === familyOf(point));
}

export function addressPoints(column: SnapshotRow["source"], parts: readonly SnapshotPart[]): bigint[] {
  const texts = column.flatMap(({ members }) => members.flatMap((one) => ("address" in one ? [one.address] : [])));
  const borders = pointsOf([BLOCK, BLOCK + 0xffff_ffffn], LINE_END);
  const own = texts.flatMap((text) => pointsOf(rangeOf(text), LINE_END));
  return [0n, LINE_END, ...borders, ...own, ...networkObjectPoints(parts)];
}

/** Returns the first and last address of each member of the network objects, and the addresses next to them. */
export function networkObjectPoints(parts: readonly SnapshotPart[]): bigint[] {
  const objects = parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
  const members = objects.flatMap((one) => (one.kind === "network" ? one.members : []));
  return members.flatMap((one) => ("address" in one ? pointsOf(rangeOf(one.address), LINE_END) : []));
}

function serviceRange(
  member: Extract<ServiceMember, { protocol: number | null }>,
): readonly (readonly [bigint, bigint])[] {
  const { protocol, ports, icmpType, icmpCode } = member;
  if (protocol === null) return [[0n, SERVICE_END]];
  const base = BigInt(protocol) * 65_536n;
  if (ports) return ports.map(([low, high]) => [base + BigInt(low), base + BigInt(high)]);
  if (icmpType === undefined) return [[base, base + 65_535n]];
  const type = base + BigInt(icmpType) * 256n;
  return icmpCode === undefined ? [[type, type + 255n]] : [[type + BigInt(icmpCode), type + BigInt(icmpCode)]];
}

export function serviceMembers(member: ServiceMember, parts: readonly SnapshotPart[]): (readonly [bigint, bigint])[] {
  if ("notUnderstood" in member) return [];
  if (!("object" in member)) return [...serviceRange(member)];
  const object = objectOf("service", member.object, parts);
  return object?.kind === "service" ? object.members.flatMap((one) => serviceMembers(one, parts)) : [];
}

/** Returns whether the service column of a row matches a service. Does not check whether connections reach the row. */
export function matchesService(row: SnapshotRow, point: bigint, parts: readonly SnapshotPart[]): boolean {
  return row.service.every(({ negated, members }) => {
    const ranges = members.flatMap((member) => serviceMembers(member, parts));
    return ranges.some(([low, high]) => low <= point && point <= high) !== negated;
  });
}

export function servicePoints(row: SnapshotRow, parts: readonly SnapshotPart[]): bigint[] {
  const ranges = row.service.flatMap(({ members }) => members.flatMap((one) => serviceMembers(one, parts)));
  return [0n, SERVICE_END, ...ranges.flatMap((range) => pointsOf(range, SERVICE_END))];
}
