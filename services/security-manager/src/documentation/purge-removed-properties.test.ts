import { expect, test } from "@jest/globals";
import { purgeRemovedProperties } from "./purge-removed-properties.ts";

/**
 * Calls `purgeRemovedProperties` for the properties with the ids in `removed`. Only property 2 still has values in
 * notes. Returns the calls of `release` and `refresh` in their order.
 */
async function purge({ removed = [1, 2, 3], hasIndex = true } = {}): Promise<readonly string[]> {
  const calls: string[] = [];
  await purgeRemovedProperties({
    properties: {
      listRemoved: async () => removed,
      release: async (id) => void calls.push(`release ${id}`),
    },
    notes: { removeValues: async (id) => id === 2 },
    rows: {
      exist: async () => hasIndex,
      refresh: async (entity) => void calls.push(`refresh ${entity}`),
    },
  });
  return calls;
}

test("the slots of properties without values become free once searches use the rows without the values", async () => {
  expect(await purge()).toEqual(["refresh secrule", "release 1", "release 3"]);
});

test("while no slot can become free, the rows are not refreshed", async () => {
  expect(await purge({ removed: [2] })).toEqual([]);
  expect(await purge({ removed: [] })).toEqual([]);
});

test("without an index no slot becomes free", async () => {
  expect(await purge({ hasIndex: false })).toEqual([]);
});
