import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Cell, cellText } from "./discovered-item.ts";
import { covers, planRuns, type RunScope } from "./plan-runs.ts";

const few = (letter: string) => fc.integer({ min: 1, max: 4 }).map((n) => `${letter}${n}`);
const someCells = fc.uniqueArray(fc.record({ accountId: few("a"), region: few("r"), type: few("t") }), {
  selector: cellText,
});

/** Returns the combinations of a scope. */
function combinations({ accountIds, regions, types }: RunScope): Cell[] {
  return accountIds.flatMap((accountId) =>
    regions.flatMap((region) => types.map((type) => ({ accountId, region, type }))),
  );
}

test("the scopes cover exactly the cells that were shown, each once, so that nothing else can be removed", () => {
  fc.assert(
    fc.property(someCells, fc.integer({ min: 1, max: 3 }), (cells, mostEntries) => {
      const covered = planRuns(cells, mostEntries).flatMap(combinations).map(cellText);
      expect(covered.toSorted()).toEqual(cells.map(cellText).toSorted());
    }),
  );
});

test("no list is longer than allowed, and none is empty", () => {
  fc.assert(
    fc.property(someCells, fc.integer({ min: 1, max: 3 }), (cells, mostEntries) => {
      const lists = planRuns(cells, mostEntries).flatMap(({ accountIds, regions, types }) => [
        accountIds,
        regions,
        types,
      ]);
      for (const list of lists) {
        expect(list.length).toBeGreaterThan(0);
        expect(list.length).toBeLessThanOrEqual(mostEntries);
      }
    }),
  );
});

test("the order in which cells were found does not matter, so a discovery can go on under its id", () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      expect(planRuns(cells.toReversed())).toEqual(planRuns(cells));
    }),
  );
});

test("a scope covers a cell when each of its lists names it", () => {
  fc.assert(
    fc.property(someCells, someCells, (shown, asked) => {
      const covered = new Set(planRuns(shown).flatMap(combinations).map(cellText));
      for (const cell of asked)
        expect(planRuns(shown).some((scope) => covers(scope, cell))).toBe(covered.has(cellText(cell)));
    }),
  );
});

test("types and accounts of one shape go in one run", () => {
  const cell = (accountId: string, region: string, type: string) => ({ accountId, region, type });
  const regional = ["a1", "a2"].flatMap((account) =>
    ["eu", "us"].flatMap((region) => ["instance", "subnet"].map((type) => cell(account, region, type))),
  );
  expect(planRuns([...regional, cell("a1", "global", "bucket")])).toEqual([
    { accountIds: ["a1", "a2"], regions: ["eu", "us"], types: ["instance", "subnet"] },
    { accountIds: ["a1"], regions: ["global"], types: ["bucket"] },
  ]);
});
