import { describe, expect, test } from "@jest/globals";
import { type AddressSet, addressSetOfTexts, noAddresses, toCidrs } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import { isMassChange, isWide } from "./mass-change-limits.ts";

const hosts = (from: number, count: number, step = 2) =>
  Array.from({ length: count }, (_, n) => address(from + n * step));
const address = (n: number) => `10.0.${n >> 8}.${n & 255}`;
const setOf = (...texts: string[]) => addressSetOfTexts(texts);
const change = (before: AddressSet, after: AddressSet, wide: AddressSet = noAddresses) =>
  isMassChange(before, after, wide);

/** The test uses only 4,096 addresses of IPv4 and 4,096 of IPv6, so that it can list every address. */
const SIZE = 4_096;
const spans = fc.array(
  fc.record({ from: fc.nat(SIZE - 1), count: fc.integer({ min: 1, max: 250 }), step: fc.constantFrom(1, 2, 3) }),
  { maxLength: 3 },
);
const numbersOf = (list: readonly { from: number; count: number; step: number }[]) =>
  new Set(list.flatMap(({ from, count, step }) => Array.from({ length: count }, (_, n) => (from + n * step) % SIZE)));
const members = fc.record({ v4: spans.map(numbersOf), v6: spans.map(numbersOf) });
type Members = { readonly v4: ReadonlySet<number>; readonly v6: ReadonlySet<number> };
/**
 * Generates a set of members and a changed copy. The copy lacks some of the members, and may have additional members.
 */
const changed = fc
  .tuple(members, members, fc.constantFrom(1, 2, 3, 4))
  .map(([before, more, every]): [Members, Members] => {
    const next = (old: ReadonlySet<number>, come: ReadonlySet<number>) =>
      new Set([...old].filter((n) => n % every !== 0)).union(every === 4 ? come : new Set<number>());
    return [before, { v4: next(before.v4, more.v4), v6: next(before.v6, more.v6) }];
  });

/**
 * Finds the fewest CIDRs by brute force. Returns each CIDR as [first, size]. A CIDR is an aligned block of numbers that
 * are all in the set. It is as large as possible: the aligned block of twice its size contains numbers that are not in
 * the set.
 */
function entriesOf(numbers: ReadonlySet<number>): [number, number][] {
  const whole = (first: number, size: number) => {
    for (let n = first; n < first + size; n += 1) if (!numbers.has(n)) return false;
    return true;
  };
  return [...numbers].flatMap((first): [number, number][] => {
    for (let size = 1; ; size *= 2) {
      if (first % size !== 0 || !whole(first, size)) return [];
      const double = first - (first % (2 * size));
      if (!whole(double, 2 * size)) return [[first, size]];
    }
  });
}

function slowly(before: Members, after: Members): boolean {
  const families = (["v4", "v6"] as const).map((family) => {
    const entries = entriesOf(before[family]);
    const left = ([first, size]: [number, number]) =>
      Array.from({ length: size }, (_, n) => first + n).every((n) => after[family].has(n));
    return {
      entries: entries.length,
      entriesAfter: entriesOf(after[family]).length,
      entriesGone: entries.filter((entry) => !left(entry)).length,
      count: before[family].size,
      countAfter: after[family].size,
      gone: before[family].difference(after[family]).size,
    };
  });
  const sum = (name: keyof (typeof families)[number]) => families.reduce((total, one) => total + one[name], 0);
  const entries = sum("entries");
  if (entries <= 100) return false;
  if (sum("entriesAfter") > 2 * entries || sum("entriesGone") > entries / 2) return true;
  if (sum("countAfter") > 2 * sum("count") || sum("gone") > sum("count") / 2) return true;
  return families.some((one) => one.entries > 100 && (one.countAfter > 2 * one.count || one.gone > one.count / 2));
}

const textsOf = ({ v4, v6 }: Members) => [
  ...[...v4].map(address),
  ...[...v6].map((n) => (n === 0 ? "2001:db8::" : `2001:db8::${n.toString(16)}`)),
];

describe("a mass change", () => {
  test("agrees with a list of every address and every entry", () => {
    const seen = { held: 0, free: 0 };
    fc.assert(
      fc.property(fc.oneof(changed, fc.tuple(members, members)), ([before, after]) => {
        const expected = slowly(before, after);
        seen[expected ? "held" : "free"] += 1;
        expect(change(setOf(...textsOf(before)), setOf(...textsOf(after)))).toBe(expected);
      }),
      { numRuns: 150 },
    );
    expect(Math.min(seen.held, seen.free)).toBeGreaterThan(20);
  });

  test("begins above 100 entries, above double and above half", () => {
    const before = setOf(...hosts(0, 101));
    expect(change(before, setOf(...hosts(0, 202)))).toBe(false);
    expect(change(before, setOf(...hosts(0, 203)))).toBe(true);
    expect(change(before, setOf(...hosts(0, 51)))).toBe(false);
    expect(change(before, setOf(...hosts(0, 50)))).toBe(true);
    expect(change(setOf(...hosts(0, 100)), noAddresses)).toBe(false);
  });

  test("is also one that replaces more than half of the members", () => {
    expect(change(setOf(...hosts(0, 101)), setOf(...hosts(1_000, 101)))).toBe(true);
  });

  test("is none in which entries only merge", () => {
    const before = setOf(...hosts(0, 128));
    const after = setOf(...hosts(0, 256, 1));
    expect(toCidrs(after)).toEqual(["10.0.0.0/24"]);
    expect(change(before, after)).toBe(false);
  });

  test("is detected in one family even when the other has far more addresses", () => {
    const networks = Array.from({ length: 101 }, (_, n) => `2001:db8:0:${(2 * n).toString(16)}::/64`);
    const v4 = hosts(0, 101);
    expect(change(setOf(...networks, ...v4), setOf(...networks, ...v4, "10.1.0.0/24"))).toBe(true);
    const few = hosts(0, 3);
    expect(change(setOf(...networks, ...few), setOf(...networks, ...few, "10.1.0.0/24"))).toBe(false);
    expect(change(setOf(...v4), setOf(...v4, "2001:db8::/64"))).toBe(true);
    expect(change(setOf(...v4), setOf(...v4, "2001:db8::1"))).toBe(false);
  });

  test("is any that adds a wide member, in a small group, too", () => {
    const wide = setOf("10.0.0.0/15");
    expect(change(setOf("10.9.0.0"), setOf("10.9.0.0", "10.0.0.0/15"), wide)).toBe(true);
    expect(change(setOf("10.0.0.0/8"), setOf("10.0.0.0/15", "10.9.0.0"), wide)).toBe(false);
    expect(change(setOf("10.0.0.0/15"), setOf("10.0.0.0/15", "10.9.0.0"), wide)).toBe(false);
  });
});

test("wide is wider than /16, and than /48 in IPv6", () => {
  const wide = ["0.0.0.0/0", "10.0.0.0/15", "::/0", "2001:db8::/47"];
  const others = ["10.0.0.0/16", "10.0.0.1", "2001:db8::/48", "2001:db8::1"];
  expect([...wide, ...others].filter(isWide)).toEqual(wide);
});
