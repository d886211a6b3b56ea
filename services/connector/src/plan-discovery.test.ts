import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { FoundCell } from "./discover.ts";
import { cellText } from "./discovered-item.ts";
import { planDiscovery } from "./plan-discovery.ts";
import { covers } from "./plan-runs.ts";

const few = (letter: string) => fc.integer({ min: 1, max: 3 }).map((n) => `${letter}${n}`);
const cells: fc.Arbitrary<FoundCell[]> = fc.uniqueArray(
  fc.record({
    accountId: few("a"),
    region: few("r"),
    type: few("t"),
    typeName: fc.constant("Thing"),
    cloudAccountId: fc.constant(undefined),
    count: fc.nat(3),
    partial: fc.option(fc.record({ why: fc.constant("why"), ofProblems: fc.boolean() }), { nil: undefined }),
  }),
  { selector: cellText },
);
const options = fc.constantFrom("nothing" as const, "what-is-whole" as const, "all-shown" as const);
const everyCell = ["a1", "a2", "a3"].flatMap((accountId) =>
  ["r1", "r2", "r3"].flatMap((region) => ["t1", "t2", "t3"].map((type) => ({ accountId, region, type }))),
);

test("every item goes in exactly one run, and no run is empty", () => {
  fc.assert(
    fc.property(cells, options, (found, mode) => {
      const runs = planDiscovery("d", found, mode);
      const sent = runs.flatMap((run) => [...run.cells]).filter((number) => (found[number]?.count ?? 0) > 0);
      const expected = [...found.keys()].filter((number) => (found[number]?.count ?? 0) > 0);
      expect(sent.toSorted((a, b) => a - b)).toEqual(expected);
      expect(runs.every(({ count }) => count > 0)).toBe(true);
    }),
  );
});

test("only what was shown completely is covered", () => {
  fc.assert(
    fc.property(cells, options, (found, mode) => {
      const scopes = planDiscovery("d", found, mode).flatMap(({ scope }) => scope ?? []);
      for (const cell of everyCell.filter((one) => scopes.some((scope) => covers(scope, one)))) {
        const shown = found.find((one) => cellText(one) === cellText(cell));
        const whole = shown && (shown.partial === undefined || (mode === "all-shown" && shown.partial.ofProblems));
        expect(whole).toBe(true);
        expect(mode).not.toBe("nothing");
      }
    }),
  );
});

test("what is not cleaned up goes first, because of runs that overlap only the newest may clean up", () => {
  fc.assert(
    fc.property(cells, options, (found, mode) => {
      const [, ...later] = planDiscovery("d", found, mode);
      expect(later.every(({ scope }) => scope !== undefined)).toBe(true);
    }),
  );
});

test("a single run has the id that was given, several are numbered, and the same cells give the same runs", () => {
  fc.assert(
    fc.property(cells, options, (found, mode) => {
      const runs = planDiscovery("d", found, mode);
      const ids = runs.map(({ discoveryId }) => discoveryId);
      expect(ids).toEqual(runs.length === 1 ? ["d"] : runs.map((_, index) => `d/${index + 1}`));
      const scopes = (all: typeof runs) => all.map(({ discoveryId, scope, count }) => ({ discoveryId, scope, count }));
      expect(scopes(planDiscovery("d", found.toReversed(), mode))).toEqual(scopes(runs));
    }),
  );
});
