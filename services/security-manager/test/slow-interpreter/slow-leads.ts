import type { SnapshotPart, SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { addressMember, matchesService, serviceMembers } from "./slow-columns.ts";
import { familyOf } from "./slow-comparisons.ts";

/**
 * Functions that report whether connections reach a policy of a snapshot. The connections of an interface reach a
 * policy either through an entry of the snapshot or through a row that calls the policy. The functions precompute
 * nothing: for each address or service, they search all entries and rows.
 */

type Side = "source" | "destination";
type Parts = readonly SnapshotPart[];

/**
 * An interface, by its name. "" stands for all interfaces that the snapshot does not name, and null for the device
 * itself.
 */
type End = string | null;

interface Caller {
  readonly policy: string;
  readonly row: SnapshotRow;
}

export function leadsAddress(policy: string, side: Side, point: bigint, parts: Parts): boolean {
  const family = familyOf(point);
  return (
    entriesOf(policy, parts).some(({ families }) => families.some((one) => one === family)) ||
    callersOf(policy, parts).some(
      ({ row, policy: caller }) =>
        row.families.some((one) => one === family) &&
        row[side].every((term) => mayMatch(term, (member) => addressMember(member, point, parts))) &&
        leadsAddress(caller, side, point, parts),
    )
  );
}

export function leadsService(policy: string, point: bigint, parts: Parts): boolean {
  return (
    entriesOf(policy, parts).length > 0 ||
    callersOf(policy, parts).some(
      ({ row, policy: caller }) => mayMatchService(row, point, parts) && leadsService(caller, point, parts),
    )
  );
}

/**
 * Returns whether a term may match. `has` returns whether a member matches. A member that was not understood may match
 * anything.
 */
function mayMatch<Member extends object>(
  { negated, members }: { readonly negated: boolean; readonly members: readonly Member[] },
  has: (member: Member) => boolean,
): boolean {
  if (negated) return !members.some(has);
  return members.some((member) => "notUnderstood" in member || has(member));
}

function mayMatchService(row: SnapshotRow, point: bigint, parts: Parts): boolean {
  const isKnown = row.service.every((term) => term.members.every((one) => !("notUnderstood" in one)));
  if (isKnown) return matchesService(row, point, parts);
  return row.service.every((term) =>
    mayMatch(term, (member) => serviceMembers(member, parts).some(([low, high]) => low <= point && point <= high)),
  );
}

/** Returns the rows that call a policy, directly or through other policies. */
export function callingRows(policy: string, parts: Parts): readonly SnapshotRow[] {
  return callersOf(policy, parts).flatMap(({ row, policy: caller }) => [row, ...callingRows(caller, parts)]);
}

/**
 * Returns the zones of a row on one side. On the source side, returns only "Any" if the row names no interface or zone
 * there, and if connections from every interface reach the row's policy. On the destination side, the same applies to
 * connections to every interface.
 */
export function zonesOf(policy: string, row: SnapshotRow, side: Side, parts: Parts): readonly string[] {
  const [terms, zones] =
    side === "source" ? [row.inInterface, row.sourceZones] : [row.outInterface, row.destinationZones];
  const all = endsOf(parts).filter((end) => end !== null);
  const led = all.filter((end) => leadsEnd(policy, end, side, parts));
  if (terms.length === 0 && zones.length === 0 && led.length === all.length) return ["Any"];
  const own = led.filter((end) => matchesEnd(row, side, end, parts));
  return [...new Set(own.flatMap((end) => zonesOfEnd(end, parts)))];
}

function leadsEnd(policy: string, end: End, side: Side, parts: Parts): boolean {
  return (
    entriesOf(policy, parts).some((entry) => {
      const isNamed = end !== null && (entry.interface === null || entry.interface === end);
      switch (entry.direction) {
        case "IN":
          return side === "destination" || isNamed;
        case "OUT":
          return side === "source" || isNamed;
        case "FORWARD":
          return side === "source" ? isNamed : end !== null;
        case "INPUT":
          return side === "source" ? isNamed : end === null;
        default:
          return side === "source" ? end === null : isNamed;
      }
    }) ||
    callersOf(policy, parts).some(
      ({ row, policy: caller }) => matchesEnd(row, side, end, parts) && leadsEnd(caller, end, side, parts),
    )
  );
}

function matchesEnd(row: SnapshotRow, side: Side, end: End, parts: Parts): boolean {
  const [terms, zones] =
    side === "source" ? [row.inInterface, row.sourceZones] : [row.outInterface, row.destinationZones];
  const inTerms = terms.every(
    ({ negated, members }) =>
      members.some(({ name, prefix }) => end !== null && (prefix ? end.startsWith(name) : end === name)) !== negated,
  );
  return inTerms && (zones.length === 0 || zonesOfEnd(end, parts).some((zone) => zones.includes(zone)));
}

function entriesOf(policy: string, parts: Parts) {
  return parts.flatMap((part) =>
    part.kind === "interfaces" ? part.entries.filter(({ policies }) => policies.includes(policy)) : [],
  );
}

function callersOf(policy: string, parts: Parts): readonly Caller[] {
  return parts.flatMap((part) =>
    part.kind === "policy"
      ? part.rows
          .filter(({ target, disabled }) => target === policy && !disabled)
          .map((row) => ({ policy: part.name, row }))
      : [],
  );
}

function endsOf(parts: Parts): readonly End[] {
  const named = parts.flatMap((part) => {
    if (part.kind === "interfaces") return part.interfaces.map(({ name }) => name);
    if (part.kind !== "policy") return [];
    return part.rows
      .flatMap((row) => [...row.inInterface, ...row.outInterface])
      .flatMap(({ members }) => members.map(({ name, prefix }) => (prefix ? `${name}+` : name)));
  });
  return [null, "", ...new Set(named)];
}

/** Returns the zones of an interface. An interface without zones is a zone of its own. */
function zonesOfEnd(end: End, parts: Parts): readonly string[] {
  if (end === null || end === "") return [];
  const found = parts.flatMap((part) =>
    part.kind === "interfaces" ? part.interfaces.filter(({ name }) => name === end) : [],
  );
  const zones = found.flatMap((one) => one.zones);
  return zones.length > 0 ? zones : [end];
}
