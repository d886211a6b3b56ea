import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  createDiagrams,
  type Diagram,
  type Diagrams,
  DiagramTooLarge,
  EVERYTHING,
  NOTHING,
} from "./decision-diagram.ts";

const HIGH_BITS = 3;
const LOW_BITS = 4;
const LOWS = 2 ** LOW_BITS;
const COUNT = 2 ** (HIGH_BITS + LOW_BITS);

/**
 * Describes a set of numbers: either a block, or an operation on two sets. A block contains the numbers whose high bits
 * are in the set `high` and whose low bits are in the set `low`. `high` and `low` each list, for every range, its first
 * number and the first number after the range.
 */
type Expression =
  | { readonly high: number[]; readonly low: number[] }
  | { readonly operation: "union" | "intersect" | "subtract"; readonly a: Expression; readonly b: Expression };

const edgesBelow = (end: number) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: end - 1 }), { maxLength: 4 })
    .map((edges) => edges.toSorted((a, b) => a - b));
const expressions = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5 },
    fc.record({ high: edgesBelow(2 ** HIGH_BITS), low: edgesBelow(LOWS) }),
    fc.record({
      operation: fc.constantFrom("union", "intersect", "subtract"),
      a: tie("expression"),
      b: tie("expression"),
    }),
  ),
})).expression;

function build(diagrams: Diagrams, expression: Expression): Diagram {
  if ("operation" in expression)
    return diagrams[expression.operation](build(diagrams, expression.a), build(diagrams, expression.b));
  const below = diagrams.where(HIGH_BITS, LOW_BITS, Uint32Array.from(expression.low), EVERYTHING);
  return diagrams.where(0, HIGH_BITS, Uint32Array.from(expression.high), below);
}

const isInside = (edges: Iterable<number>, value: number) =>
  [...edges].filter((edge) => edge <= value).length % 2 === 1;

function holds(expression: Expression, value: number): boolean {
  if (!("operation" in expression))
    return isInside(expression.high, Math.floor(value / LOWS)) && isInside(expression.low, value % LOWS);
  const [a, b] = [holds(expression.a, value), holds(expression.b, value)];
  return { union: a || b, intersect: a && b, subtract: a && !b }[expression.operation];
}

const membersOf = (expression: Expression) =>
  Array.from({ length: COUNT }, (_, value) => value).filter((value) => holds(expression, value));
const create = () => createDiagrams(HIGH_BITS + LOW_BITS, 10_000);
const has = (diagrams: Diagrams, set: Diagram, value: number) =>
  diagrams.has(set, (bit) => ((value >> (HIGH_BITS + LOW_BITS - 1 - bit)) & 1) === 1);

test("a set has exactly the numbers for which its expression holds", () => {
  fc.assert(
    fc.property(expressions, (expression) => {
      const diagrams = create();
      const set = build(diagrams, expression);
      const members = Array.from({ length: COUNT }, (_, value) => value).filter((value) => has(diagrams, set, value));
      expect(members).toEqual(membersOf(expression));
    }),
  );
});

test("equal sets have the same number, however they were made", () => {
  fc.assert(
    fc.property(expressions, expressions, (one, other) => {
      const diagrams = create();
      const isSame = build(diagrams, one) === build(diagrams, other);
      expect(isSame).toBe(membersOf(one).join() === membersOf(other).join());
    }),
  );
});

test("dividing a set gives each remainder once, and together the set", () => {
  fc.assert(
    fc.property(expressions, fc.integer({ min: 1, max: 2 ** HIGH_BITS }), (expression, limit) => {
      const diagrams = create();
      const divisions = diagrams.divide(build(diagrams, expression), 0, HIGH_BITS, limit);
      expect(new Set(divisions.map(({ below }) => below)).size).toBe(divisions.length);
      for (let value = 0; value < limit * LOWS; value += 1) {
        const found = divisions.filter(({ edges }) => isInside(edges, Math.floor(value / LOWS)));
        expect(found.length).toBeLessThanOrEqual(1);
        expect(found.some(({ below }) => has(diagrams, below, value))).toBe(holds(expression, value));
      }
    }),
  );
});

test("nothing and everything are sets without a node", () => {
  const diagrams = create();
  const some = diagrams.where(0, HIGH_BITS, Uint32Array.of(2, 5), EVERYTHING);
  expect(diagrams.subtract(some, some)).toBe(NOTHING);
  expect(diagrams.union(some, diagrams.subtract(EVERYTHING, some))).toBe(EVERYTHING);
});

test("a set that needs more nodes than allowed is refused", () => {
  const diagrams = createDiagrams(20, 10);
  expect(() =>
    diagrams.where(
      0,
      20,
      Uint32Array.from({ length: 100 }, (_, n) => n * 77),
      EVERYTHING,
    ),
  ).toThrow(DiagramTooLarge);
});

test("sets keep their members while the memory for nodes grows", () => {
  const diagrams = createDiagrams(20, 10_000_000);
  let set = NOTHING;
  for (let n = 0; n < 20_000; n += 1)
    set = diagrams.union(
      set,
      diagrams.where(0, 20, Uint32Array.of((n * 7_919) % 2 ** 20, ((n * 7_919) % 2 ** 20) + 1), EVERYTHING),
    );
  const members = new Set(Array.from({ length: 20_000 }, (_, n) => (n * 7_919) % 2 ** 20));
  for (let value = 0; value < 2 ** 20; value += 101)
    expect(diagrams.has(set, (bit) => ((value >> (19 - bit)) & 1) === 1)).toBe(members.has(value));
});
