import { expect, test } from "@jest/globals";
import { percentile, type Saving, timeSaves } from "./saving.ts";

/** Returns a simulated system. A save becomes final after `polls` polls. Saves of ids in `refused` are refused. */
function savingThat({ polls, refused = [] }: { polls: number; refused?: readonly string[] }) {
  const left = new Map<string, number>();
  let most = 0;
  const saving: Saving = {
    async save(id) {
      if (refused.includes(id)) throw new Error("not today");
      left.set(id, polls);
      most = Math.max(most, left.size);
    },
    async finalOf(ids) {
      const found = ids.filter((id) => {
        const after = (left.get(id) ?? Number.POSITIVE_INFINITY) - 1;
        left.set(id, after);
        return after <= 0;
      });
      for (const id of found) left.delete(id);
      return found;
    },
  };
  return { saving, mostAtOnce: () => most };
}

test("without an interval each save waits for the one before", async () => {
  const { saving, mostAtOnce } = savingThat({ polls: 3 });
  const times = await timeSaves(saving, { prefix: "a", first: 1, count: 5, everyMs: 0 });
  expect([times.acknowledged.length, times.final.length, mostAtOnce()]).toEqual([5, 5, 1]);
});

test("with an interval saves overlap, and every one is followed to its final state", async () => {
  const { saving, mostAtOnce } = savingThat({ polls: 40 });
  const times = await timeSaves(saving, { prefix: "a", first: 1, count: 20, everyMs: 1 });
  expect([times.acknowledged.length, times.final.length]).toEqual([20, 20]);
  expect(mostAtOnce()).toBeGreaterThan(1);
});

test("a refused save is reported with its reason and not waited for", async () => {
  const { saving } = savingThat({ polls: 1, refused: ["a-2"] });
  const times = await timeSaves(saving, { prefix: "a", first: 1, count: 3, everyMs: 1 });
  expect(times).toMatchObject({ refused: ["not today"], lost: 0 });
  expect([times.acknowledged.length, times.final.length]).toEqual([2, 2]);
});

test("an acknowledged save that never becomes final is lost", async () => {
  const saving: Saving = { save: async () => undefined, finalOf: async (ids) => ids.filter((id) => id !== "a-2") };
  const times = await timeSaves(saving, { prefix: "a", first: 1, count: 3, everyMs: 1, stallMs: 50 });
  expect(times).toMatchObject({ refused: [], lost: 1 });
});

test("a percentile is a measured value", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([7], 0.99)]).toEqual([50, 99, 7]);
});
