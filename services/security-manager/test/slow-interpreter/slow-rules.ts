import type { SnapshotPart, SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import type { ParsedQuery } from "../../src/siql/language/syntax.ts";
import { addressPoints, matchesAddress, matchesService, servicePoints } from "./slow-columns.ts";
import {
  addressOperand,
  type Comparison,
  familyOf,
  holds,
  literalsOf,
  numbersOf,
  plain,
  regexOf,
  serviceOperand,
  setHolds,
} from "./slow-comparisons.ts";
import { callingRows, leadsAddress, leadsService, zonesOf } from "./slow-leads.ts";
import { notesHold, type SlowNotes } from "./slow-notes.ts";
import { parentsHold, type SlowParents } from "./slow-parents.ts";
import { type SlowValues, valuesHold } from "./slow-values.ts";

/**
 * A device as the slow interpreter reads it. The slow interpreter evaluates queries directly on the snapshot. It
 * compares sets of addresses or services by checking single addresses and services. It uses no code of the service
 * except the parser. Times, such as the result of `created`, are in milliseconds since 1970.
 */
export interface SlowDevice {
  readonly id: number;
  readonly parents: SlowParents;
  readonly parts: readonly SnapshotPart[];
  /** Returns the notes of a row. `place` is its position among all rows of the snapshot. */
  readonly notes: (place: number) => SlowNotes;
  readonly created: (place: number) => number | null;
  /** Returns the id of the rule at a position. Needed only for queries that contain an id. */
  readonly ruleId?: (place: number) => string | undefined;
}

export interface SlowRule {
  readonly policy: Extract<SnapshotPart, { kind: "policy" }>;
  readonly row: SnapshotRow;
  readonly place: number;
}

/** Returns the rules of a device that a query finds. */
export function slowRules({ filters }: ParsedQuery, device: SlowDevice, now: number): readonly SlowRule[] {
  return rulesOf(device).filter((rule) =>
    filters.every((filter) => {
      const name = filter.stanza.toLowerCase();
      if (name === "rule") return holds(filter.body, (one) => ruleHolds(one, rule, device, now));
      if (name === "policy") return valuesHold(filter.body, policyValues(rule.policy), now);
      return parentsHold(filter, device.parents, now) === true;
    }),
  );
}

/**
 * Returns the rows of security policies that accept, drop or reject connections. Leaves out implicit rows, which have
 * no line in the device's configuration.
 */
function rulesOf({ parts }: SlowDevice): readonly SlowRule[] {
  const policies = parts.filter((part) => part.kind === "policy");
  return policies
    .flatMap((policy) => policy.rows.map((row) => ({ policy, row })))
    .map((one, place) => ({ ...one, place }))
    .filter(
      ({ policy, row }) =>
        policy.policyType === "SECURITY" && !row.implicit && ["ACCEPT", "DROP", "REJECT"].includes(row.action),
    );
}

export function policyValues({ name, displayName, policyType }: SlowRule["policy"]): SlowValues {
  return { name, displayname: displayName, policytype: { enumValue: policyType }, parentid: undefined };
}

const SAME_AS: Readonly<Record<string, string>> = { rulename: "name", uid: "id", matchid: "id" };

function ruleHolds(comparison: Comparison, rule: SlowRule, device: SlowDevice, now: number): boolean {
  const { policy, row, place } = rule;
  const { subject, operator } = comparison;
  const noted = notesHold(comparison, device.notes(place), now);
  if (noted !== undefined || subject.kind === "call") return noted === true;
  const created = device.created(place);
  const written = subject.name.toLowerCase();
  const name = SAME_AS[written] ?? written;
  const negated = operator.startsWith("!") || operator.startsWith("IS NOT");
  if (operator.endsWith("NULL")) {
    const value = { created }[name];
    return (value === null) !== negated;
  }
  switch (name) {
    case "id":
      return literalsOf(comparison).some((one) => plain(one) === device.ruleId?.(place)) !== negated;
    case "source":
    case "destination": {
      const has = (point: bigint) => hasEffectively(rule, name, point, device.parts);
      const points = addressPointsOf(rule, name, device.parts);
      return setHolds(comparison, has, points, ANY_ADDRESS(row), addressOperand);
    }
    case "service":
      return setHolds(
        comparison,
        (point) => servesEffectively(rule, point, device.parts),
        servicePointsOf(rule, device.parts),
        () => true,
        serviceOperand,
      );
    case "name":
    case "comment":
    case "displayname": {
      const text = {
        name: row.name,
        comment: row.comment,
        displayname: row.name === "" ? `${policy.displayName} ${row.number}` : row.name,
      }[name];
      if (operator.endsWith("EMPTY")) return (text === "") !== negated;
      const found = regexOf(comparison, operator.endsWith("~")).test(text);
      return found !== negated;
    }
    case "source.zone":
    case "destination.zone":
    case "application": {
      const list =
        name === "application"
          ? row.applications
          : zonesOf(policy.name, row, name === "source.zone" ? "source" : "destination", device.parts);
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
  const value = flagOf(name, rule, device.parts);
  const wanted = plain(literalsOf(comparison)[0]).toLowerCase() === "true";
  return (value === wanted) !== negated;
}

function flagOf(name: string, rule: SlowRule, parts: SlowDevice["parts"]): boolean {
  const { policy, row } = rule;
  const isAnyZone = (side: "source" | "destination") => zonesOf(policy.name, row, side, parts)[0] === "Any";
  const flags: Record<string, () => boolean> = {
    disabled: () => row.disabled,
    log: () => row.log,
    exact: () => row.exact,
    nocomment: () => row.comment === "",
    approximate: () => false,
    "application.any": () => row.applications.length === 0,
    "user.any": () => row.users.length === 0,
    "source.zone.any": () => isAnyZone("source"),
    "destination.zone.any": () => isAnyZone("destination"),
    "source.any": () => isAny(rule, "source", parts),
    "destination.any": () => isAny(rule, "destination", parts),
    "service.any": () => servicePointsOf(rule, parts).every((point) => servesEffectively(rule, point, parts)),
  };
  const read = flags[name];
  if (!read) throw new Error(`the slow interpreter has no ${name}`);
  return read();
}

const ANY_ADDRESS = (row: SnapshotRow) => (point: bigint) => row.families.some((family) => family === familyOf(point));

function isAny(rule: SlowRule, side: "source" | "destination", parts: SlowDevice["parts"]): boolean {
  const own = addressPointsOf(rule, side, parts).filter(ANY_ADDRESS(rule.row));
  return own.every((point) => hasEffectively(rule, side, point, parts));
}

/**
 * Reports whether an address belongs to the effective sources or destinations of a rule. The rule must match the
 * address, and connections with this address must reach the rule's policy. They reach the policy from an interface or
 * through a row that calls the policy.
 */
function hasEffectively(
  { policy, row }: SlowRule,
  side: "source" | "destination",
  point: bigint,
  parts: SlowDevice["parts"],
): boolean {
  return matchesAddress(row, side, point, parts) && leadsAddress(policy.name, side, point, parts);
}

function servesEffectively({ policy, row }: SlowRule, point: bigint, parts: SlowDevice["parts"]): boolean {
  return matchesService(row, point, parts) && leadsService(policy.name, point, parts);
}

function addressPointsOf(
  { policy, row }: SlowRule,
  side: "source" | "destination",
  parts: SlowDevice["parts"],
): bigint[] {
  const rows = [row, ...callingRows(policy.name, parts)];
  return [...new Set(rows.flatMap((one) => addressPoints(one[side], parts)))];
}

function servicePointsOf({ policy, row }: SlowRule, parts: SlowDevice["parts"]): bigint[] {
  return [...new Set([row, ...callingRows(policy.name, parts)].flatMap((one) => servicePoints(one, parts)))];
}
