import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { alignRows } from "./align-rows.ts";

const line = (hash: string, action = "ACCEPT") => ({ hash, action });
const hashes = (old: string, rows: string) =>
  [
    ...alignRows(
      [...old].map((one) => line(one)),
      [...rows].map((one) => line(one)),
    ),
  ].map(([place, { hash }]) => `${rows[place]}<${hash}`);

test.each([
  ["abc", "abc", ["a<a", "b<b", "c<c"]],
  ["abc", "axc", ["a<a", "x<b", "c<c"]],
  ["abc", "abxc", ["a<a", "b<b", "c<c"]],
  ["abc", "ac", ["a<a", "c<c"]],
  ["abc", "cab", ["a<a", "b<b", "c<c"]],
  ["aab", "aba", ["a<a", "b<b", "a<a"]],
  ["ab", "xyab", ["a<a", "b<b"]],
  ["", "ab", []],
])("lines %s and then %s are aligned", (old, rows, expected) => {
  expect(hashes(old, rows).sort()).toEqual([...expected].sort());
});

test("between equal lines only rows of one action are the same rule", () => {
  const old = [line("a"), line("b", "DROP"), line("c")];
  expect(alignRows(old, [line("a"), line("x", "REJECT"), line("c")]).has(1)).toBe(false);
  expect(alignRows(old, [line("a"), line("x", "DROP"), line("c")]).get(1)).toBe(old[1]);
});

test("no row of the revision before is two rows, and every equal line is found", () => {
  const lines = fc.array(
    fc.record({ hash: fc.constantFrom("a", "b", "c", "d"), action: fc.constantFrom("ACCEPT", "DROP") }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, lines, (old, rows) => {
      const aligned = alignRows(old, rows);
      const used = [...aligned.values()];
      expect(new Set(used).size).toBe(used.length);
      for (const hash of ["a", "b", "c", "d"]) {
        const count = (list: readonly { hash: string }[]) => list.filter((one) => one.hash === hash).length;
        const equal = [...aligned].filter(([place, one]) => one.hash === hash && rows[place]?.hash === hash).length;
        expect(equal).toBe(Math.min(count(old), count(rows)));
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) },
  );
});
