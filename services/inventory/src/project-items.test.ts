import { expect, test } from "@jest/globals";
import { aStamp, aWrite } from "../test/inventory-builders.ts";
import { projectItems } from "./project-items.ts";
import { createInMemoryGroupStore } from "./stores/in-memory-group-store.ts";
import { createInMemoryIndexes } from "./stores/in-memory-indexes.ts";
import { createInMemoryItems } from "./stores/in-memory-items.ts";

const at = new Date("2026-01-02T00:00:00Z");

test("items with many addresses are given to the index a few at a time, and all are closed", async () => {
  const { items, memberships } = createInMemoryItems();
  const { itemIndex, groupIndex } = createInMemoryIndexes();
  await groupIndex.prepare(async function* () {});
  await itemIndex.prepare(async () => undefined);
  const ips = Array.from({ length: 1_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
  const writes = [
    ...Array.from({ length: 30 }, (_, n) => aWrite(`large-${n}`, { ips })),
    ...Array.from({ length: 70 }, (_, n) => aWrite(`small-${n}`, { ips: ips.slice(0, 2) })),
  ];
  await items.insert(writes, aStamp());
  const given: number[][] = [];
  const watched = {
    write: (open: Parameters<typeof itemIndex.write>[0]) => {
      given.push(open.map((item) => item.ips.length));
      return itemIndex.write(open);
    },
  };
  const needs = {
    memberships,
    groups: createInMemoryGroupStore(),
    itemIndex: watched,
    groupIndex,
    refresh: async () => undefined,
    unsearchable: () => undefined,
    now: () => at,
  };
  expect(await projectItems(needs, at)).toBe(100);
  expect(given.flat()).toHaveLength(100);
  expect(Math.max(...given.map((sizes) => sizes.reduce((sum, one) => sum + one, 0)))).toBeLessThanOrEqual(10_000);
  expect(given.length).toBeLessThan(10);
  expect(await projectItems(needs, at)).toBe(0);
});
