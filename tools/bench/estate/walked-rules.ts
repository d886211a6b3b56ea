import type { SnapshotPartInput, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { addressesOf, type Interval, IPV4_LINE, portsOf, type SetColumn, type SetQuery } from "./set-queries.ts";

type Part<Kind extends SnapshotPartInput["kind"]> = Extract<SnapshotPartInput, { kind: Kind }>;
type SnapshotObject = Part<"objects">["objects"][number];
type Term = {
  readonly negated?: boolean | undefined;
  readonly members: readonly (
    | NonNullable<SnapshotRowInput["source"]>[number]["members"][number]
    | NonNullable<SnapshotRowInput["service"]>[number]["members"][number]
  )[];
};

const ADDRESSES: Readonly<Record<4 | 6, Interval>> = {
  4: [IPV4_LINE, IPV4_LINE + (1n << 32n) - 1n],
  6: [0n, IPV4_LINE - 1n],
};
const SERVICES: Interval = [0n, (1n << 24n) - 1n];

/** A rule. Its columns are sorted intervals that neither overlap nor are adjacent. */
export interface WalkedRule {
  /** The place of the rule on the device, from 0. */
  readonly place: number;
  readonly families: readonly (4 | 6)[];
  readonly columns: Readonly<Record<SetColumn, readonly Interval[]>>;
}

/**
 * Resolves the rules of a snapshot of `generatedDevice` without any code of the service. Supports only what these
 * snapshots contain. They have one entry, through which all connections reach every policy. Their services are TCP and
 * UDP. No member of a rule or object is marked as `notUnderstood`.
 */
export function walkRules(parts: Iterable<SnapshotPartInput>): WalkedRule[] {
  const rows: SnapshotRowInput[] = [];
  const objects = new Map<string, SnapshotObject>();
  for (const part of parts)
    if (part.kind === "policy") rows.push(...part.rows);
    else if (part.kind === "objects") for (const one of part.objects) objects.set(`${one.kind} ${one.name}`, one);
  const known = new Map<string, readonly Interval[]>();

  function object(kind: "network" | "service", name: string): readonly Interval[] {
    const found = known.get(`${kind} ${name}`);
    if (found) return found;
    const named = objects.get(`${kind} ${name}`);
    const resolved = named && "members" in named ? membersOf(kind, named.members) : [];
    known.set(`${kind} ${name}`, resolved);
    return resolved;
  }

  function membersOf(kind: "network" | "service", members: Term["members"]): readonly Interval[] {
    return merged(
      members.flatMap((member) => {
        if ("object" in member) return object(kind, member.object);
        if ("address" in member) return [addressesOf(member.address)];
        if (!("protocol" in member)) throw new Error("a generated snapshot is understood whole");
        return (member.ports ?? []).map(([first, last]) => portsOf(member.protocol ?? 0, first, last));
      }),
    );
  }

  function column(kind: "network" | "service", terms: readonly Term[], universe: readonly Interval[]) {
    return terms.reduce<readonly Interval[]>((left, { negated = false, members }) => {
      const set = membersOf(kind, members);
      return common(left, negated ? complement(set) : set);
    }, universe);
  }

  return rows.map(({ families, source = [], destination = [], service = [] }, place) => {
    const addresses = merged(families.map((family) => ADDRESSES[family]));
    const columns = {
      source: column("network", source, addresses),
      destination: column("network", destination, addresses),
      service: column("service", service, [SERVICES]),
    };
    return { place, families, columns };
  });
}

/** Returns whether a query finds the rule. */
export function isFound({ columns, families }: WalkedRule, { column, operator, operand }: SetQuery): boolean {
  const left = columns[column];
  const universe = column === "service" ? [SERVICES] : merged(families.map((family) => ADDRESSES[family]));
  const right = operand === null ? universe : merged(operand);
  if (left.length === 0) return false;
  const both = common(left, right);
  switch (operator) {
    case "intersects":
      return both.length > 0;
    case "is disjoint from":
      return both.length === 0;
    case "is subset of":
      return same(both, left);
    case "is superset of":
      return same(both, right);
    case "equals":
      return same(left, right);
  }
}

function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const all: Interval[] = [];
  for (const [low, high] of sorted) {
    const last = all.at(-1);
    // An interval that starts at `IPV4_LINE`, the first IPv4 address, is never merged with an IPv6 interval that ends
    // directly before it, because each address family has its own universe.
    if (last && low <= last[1] + 1n && low !== IPV4_LINE) all[all.length - 1] = [last[0], larger(high, last[1])];
    else all.push([low, high]);
  }
  return all;
}

function common(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [a[i] as Interval, b[j] as Interval];
    const [low, high] = [larger(one[0], other[0]), smaller(one[1], other[1])];
    if (low <= high) all.push([low, high]);
    if (one[1] < other[1]) i += 1;
    else j += 1;
  }
  return all;
}

/**
 * Returns the complement of a set. The result may contain addresses of both families, or numbers beyond the last
 * service, so the caller intersects it with the universe of the rule.
 */
function complement(set: readonly Interval[]): Interval[] {
  const gaps: Interval[] = [];
  let next = 0n;
  for (const [low, high] of set) {
    if (next < low) gaps.push([next, low - 1n]);
    next = high + 1n;
  }
  return [...gaps, [next, IPV4_LINE * 2n]];
}

function same(a: readonly Interval[], b: readonly Interval[]): boolean {
  return a.length === b.length && a.every(([low, high], at) => b[at]?.[0] === low && b[at]?.[1] === high);
}

function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
