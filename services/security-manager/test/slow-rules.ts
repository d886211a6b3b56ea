import type {
  AddressMember,
  ServiceMember,
  SnapshotPart,
  SnapshotRow,
} from "@network-access/service-contracts/device-snapshot";
import type { ParsedQuery } from "../src/siql/language/syntax.ts";
import {
  addressOperand,
  BLOCK,
  type Comparison,
  familyOf,
  hasAddress,
  holds,
  LINE_END,
  literalsOf,
  numbersOf,
  plain,
  pointsOf,
  rangeOf,
  regexOf,
  SERVICE_END,
  serviceOperand,
  setHolds,
} from "./slow-comparisons.ts";
import { notesHold, type SlowNotes } from "./slow-notes.ts";

/**
 * A device whose rules the slow interpreter evaluates. The interpreter walks the snapshot and compares columns point by
 * point. It shares only the parser with the service. `now` is in milliseconds since 1970.
 */
export interface SlowDevice {
  readonly id: number;
  readonly groupNames: readonly string[];
  readonly parts: readonly SnapshotPart[];
  /** Returns the notes of a row by its position. */
  readonly notes: (place: number) => SlowNotes;
  readonly created: (place: number) => number | null;
}

/** Returns the numbers of the rows of a device that a query finds. */
export function slowRules(query: ParsedQuery, device: SlowDevice, now: number): number[] {
  const rows = device.parts.flatMap((part) => (part.kind === "policy" ? part.rows : []));
  return rows.flatMap((row, place) =>
    query.filters.every(({ stanza, body }) => {
      const name = stanza.toLowerCase();
      if (name === "rule") return holds(body, (one) => ruleHolds(one, row, place, device, now));
      if (name === "device") return holds(body, (one) => numbersOf(one).includes(device.id));
      if (name === "devicegroup") return holds(body, (one) => device.groupNames.includes(plain(literalsOf(one)[0])));
      return true;
    })
      ? [row.number]
      : [],
  );
}

function ruleHolds(comparison: Comparison, row: SnapshotRow, place: number, device: SlowDevice, now: number): boolean {
  const { subject, operator } = comparison;
  const noted = notesHold(comparison, device.notes(place), now);
  if (noted !== undefined || subject.kind === "call") return noted === true;
  const created = device.created(place);
  const name = subject.name.toLowerCase();
  const negated = operator.startsWith("!") || operator.startsWith("IS NOT");
  if (operator.endsWith("NULL")) {
    const value = { created }[name];
    return (value === null) !== negated;
  }
  switch (name) {
    case "source":
    case "destination": {
      const column = name === "source" ? row.source : row.destination;
      const has = (point: bigint) => matchesAddress(column, row, point, device.parts);
      return setHolds(comparison, has, addressPoints(column, device.parts), ANY_ADDRESS(row), addressOperand);
    }
    case "service":
      return setHolds(
        comparison,
        (point) => matchesService(row, point, device.parts),
        servicePoints(row, device.parts),
        () => true,
        serviceOperand,
      );
    case "name":
    case "comment":
    case "displayname": {
      const text = {
        name: row.name,
        comment: row.comment,
        displayname: row.name === "" ? `Policy p ${row.number}` : row.name,
      }[name];
      if (operator.endsWith("EMPTY")) return (text === "") !== negated;
      const found = regexOf(comparison, operator.endsWith("~")).test(text);
      return found !== negated;
    }
    case "source.zone":
    case "destination.zone":
    case "application": {
      const zones = name === "source.zone" ? row.sourceZones : row.destinationZones;
      const list = name === "application" ? row.applications : zones.length === 0 ? ["Any"] : zones;
      if (operator.endsWith("EMPTY")) return (list.length === 0) !== negated;
      return list.some((one) => regexOf(comparison, false).test(one)) !== negated;
    }
    case "action": {
      const wanted = literalsOf(comparison).map((one) => plain(one).toUpperCase());
      return wanted.includes(row.action) !== negated;
    }
    case "number":
    case "order": {
      const [first = 0, ...more] = numbersOf(comparison);
      if (operator === ">") return row.number > first;
      if (operator === "<") return row.number < first;
      if (operator === ">=") return row.number >= first;
      if (operator === "<=") return row.number <= first;
      return [first, ...more].includes(row.number) !== negated;
    }
    case "created": {
      const within = created !== null && created >= now - 30 * 86_400_000 && created < now;
      return created !== null && within !== negated;
    }
  }
  const flags: Record<string, boolean> = {
    ...{ disabled: row.disabled, log: row.log, exact: row.exact, nocomment: row.comment === "" },
    ...{ approximate: false, "application.any": row.applications.length === 0, "user.any": true },
    "source.zone.any": row.sourceZones.length === 0,
    "source.any": isAny(row.source, row, device.parts),
    "destination.any": isAny(row.destination, row, device.parts),
    "service.any": servicePoints(row, device.parts).every((point) => matchesService(row, point, device.parts)),
  };
  const value = flags[name];
  if (value === undefined) throw new Error(`the slow interpreter has no ${name}`);
  const wanted = plain(literalsOf(comparison)[0]).toLowerCase() === "true";
  return (value === wanted) !== negated;
}

const ANY_ADDRESS = (row: SnapshotRow) => (point: bigint) => row.families.some((family) => family === familyOf(point));

function isAny(column: SnapshotRow["source"], row: SnapshotRow, parts: readonly SnapshotPart[]): boolean {
  const own = addressPoints(column, parts).filter(ANY_ADDRESS(row));
  return own.every((point) => matchesAddress(column, row, point, parts));
}

export function addressMember(member: AddressMember, point: bigint, parts: readonly SnapshotPart[]): boolean {
  if ("notUnderstood" in member) return false;
  if ("address" in member) return hasAddress(member.address, point);
  const objects = parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
  const object = objects.find((one) => one.kind === "network" && one.name === member.object);
  return object?.kind === "network" && object.members.some((one) => addressMember(one, point, parts));
}

function matchesAddress(
  column: SnapshotRow["source"],
  row: SnapshotRow,
  point: bigint,
  parts: readonly SnapshotPart[],
): boolean {
  const inTerms = column.every(
    ({ negated, members }) => members.some((member) => addressMember(member, point, parts)) !== negated,
  );
  return inTerms && row.families.some((family) => family === familyOf(point));
}

export function addressPoints(column: SnapshotRow["source"], parts: readonly SnapshotPart[]): bigint[] {
  const texts = [
    ...column.flatMap(({ members }) => members.flatMap((one) => ("address" in one ? [one.address] : []))),
    ...parts.flatMap((part) =>
      part.kind === "objects"
        ? part.objects.flatMap((one) =>
            one.kind === "network" ? one.members.flatMap((of) => ("address" in of ? [of.address] : [])) : [],
          )
        : [],
    ),
  ];
  const borders = pointsOf([BLOCK, BLOCK + 0xffff_ffffn], LINE_END);
  return [0n, LINE_END, ...borders, ...texts.flatMap((text) => pointsOf(rangeOf(text), LINE_END))];
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
  const objects = parts.flatMap((part) => (part.kind === "objects" ? part.objects : []));
  const object = objects.find((one) => one.kind === "service" && one.name === member.object);
  return object?.kind === "service" ? object.members.flatMap((one) => serviceMembers(one, parts)) : [];
}

function matchesService(row: SnapshotRow, point: bigint, parts: readonly SnapshotPart[]): boolean {
  return row.service.every(({ negated, members }) => {
    const ranges = members.flatMap((member) => serviceMembers(member, parts));
    return ranges.some(([low, high]) => low <= point && point <= high) !== negated;
  });
}

export function servicePoints(row: SnapshotRow, parts: readonly SnapshotPart[]): bigint[] {
  const ranges = row.service.flatMap(({ members }) => members.flatMap((one) => serviceMembers(one, parts)));
  return [0n, SERVICE_END, ...ranges.flatMap((range) => pointsOf(range, SERVICE_END))];
}
