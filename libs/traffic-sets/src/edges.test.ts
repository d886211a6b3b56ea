import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import * as narrow from "./edges.ts";
import * as wide from "./wide-edges.ts";

/** The tests use a number line of 64 cells, so that they can check the result of an operation in every cell. */
const cells = 64;
const runs = fc
  .array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 12 })), { maxLength: 40 })
  .map((list) => list.flatMap(([inside, length]) => Array.from({ length }, () => inside)).slice(0, cells))
  .map((list) => [...list, ...Array.from({ length: cells - list.length }, () => false)]);
const line = fc.oneof(
  runs,
  runs.map((list) => list.toReversed()),
  fc.array(fc.boolean(), { minLength: cells, maxLength: cells }),
);

/**
 * Returns the edges of the set that `list` describes. The number line is divided into cells, and `list` says for each
 * cell whether its numbers are members. There is an edge at the start of each cell that differs from the previous cell.
 * `wordsAt` returns the words of the number at which a cell starts.
 */
function edgesOf(list: readonly boolean[], wordsAt: (cell: number) => number[]): Uint32Array {
  return Uint32Array.from(list.flatMap((inside, cell) => (inside === (list[cell - 1] ?? false) ? [] : wordsAt(cell))));
}

describe.each([
  { name: "edges of one word", sets: narrow, wordsAt: (cell: number) => [cell * 2 ** 26] },
  {
    name: "wide edges distinguished by their first word",
    sets: wide,
    wordsAt: (cell: number) => [cell * 2 ** 26, 0, Math.min(cell, 5), 0],
  },
  {
    name: "wide edges distinguished by their last word",
    sets: wide,
    wordsAt: (cell: number) => (cell === 0 ? [0, 0, 0, 0] : [7, 0, 1, cell]),
  },
])("$name", ({ sets, wordsAt }) => {
  const of = (list: readonly boolean[]) => edgesOf(list, wordsAt);

  test("combine as their cells do", () => {
    fc.assert(
      fc.property(line, line, (left, right) => {
        const a = of(left);
        const b = of(right);
        const given = `${a.join()};${b.join()}`;
        expect(sets.union(a, b).join()).toBe(of(left.map((inside, cell) => inside || right[cell] === true)).join());
        expect(sets.intersect(a, b).join()).toBe(of(left.map((inside, cell) => inside && right[cell] === true)).join());
        expect(sets.subtract(a, b).join()).toBe(of(left.map((inside, cell) => inside && right[cell] === false)).join());
        expect(sets.complement(a).join()).toBe(of(left.map((inside) => !inside)).join());
        expect(sets.overlaps(a, b)).toBe(left.some((inside, cell) => inside && right[cell] === true));
        expect(sets.contains(a, b)).toBe(left.every((inside, cell) => inside || right[cell] === false));
        expect(sets.equals(a, b)).toBe(left.every((inside, cell) => inside === right[cell]));
        expect(`${a.join()};${b.join()}`).toBe(given);
      }),
      { numRuns: 500 },
    );
  });

  test("answer alike when one side is much longer than the other", () => {
    const short = fc.tuple(fc.integer({ min: 0, max: cells - 1 }), fc.integer({ min: 0, max: cells }));
    fc.assert(
      fc.property(line, short, (left, [from, to]) => {
        const right = left.map((_, cell) => from <= cell && cell < to);
        const a = of(left);
        const b = of(right);
        expect(sets.overlaps(a, b)).toBe(left.some((inside, cell) => inside && right[cell] === true));
        expect(sets.overlaps(b, a)).toBe(sets.overlaps(a, b));
        expect(sets.intersect(b, a).join()).toBe(of(left.map((inside, cell) => inside && right[cell] === true)).join());
        expect(sets.subtract(b, a).join()).toBe(of(left.map((inside, cell) => !inside && right[cell] === true)).join());
        expect(sets.contains(b, a)).toBe(left.every((inside, cell) => !inside || right[cell] === true));
      }),
      { numRuns: 500 },
    );
  });

  test("hold what their cells hold", () => {
    fc.assert(
      fc.property(line, (list) => {
        const set = of(list);
        const has = list.map((_, cell) =>
          sets === narrow ? narrow.has(set, wordsAt(cell)[0] ?? 0) : wide.has(set, Uint32Array.from(wordsAt(cell))),
        );
        expect(has).toEqual(list);
      }),
    );
  });
});

describe("numbers of four words", () => {
  test("come back as the number they were", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        expect(wide.bigintAt(wide.wordsOf(value), 0)).toBe(value);
      }),
    );
  });
});

test("sets of thousands of ranges that alternate combine in full", () => {
  const ranges = 3_000;
  const every = (offset: number) =>
    Uint32Array.from({ length: 2 * ranges }, (_, edge) => (edge >>> 1) * 8 + offset + (edge & 1) * 2);
  const joined = narrow.union(every(0), every(4));
  expect(joined).toHaveLength(4 * ranges);
  expect(narrow.subtract(joined, every(4)).join()).toBe(every(0).join());
});
