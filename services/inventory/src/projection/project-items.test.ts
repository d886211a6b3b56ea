import { expect, test } from "@jest/globals";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import type { ItemWrite } from "../items/item-store.ts";
import type { OpenItem } from "../items/membership-store.ts";
import { createRecentlyWrittenItems, insertedItem } from "../items/recently-written-items.ts";
import { createInMemoryIndexes } from "../search-index/in-memory-indexes.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { projectItems } from "./project-items.ts";

const at = new Date("2026-01-02T00:00:00Z");

async function aProjection() {
  const { items, memberships } = createInMemoryItems();
  const { itemIndex, groupIndex } = createInMemoryIndexes();
  await groupIndex.prepare(async function* () {});
  await itemIndex.prepare(async () => undefined);
  const given: (readonly OpenItem[])[] = [];
  const read: number[] = [];
  const needs = {
    memberships,
    openItems: {
      async read(limit: number, until: Date) {
        const found = await memberships.readOpen(limit, until);
        read.push(found.length);
        return found;
      },
    },
    groups: createInMemoryGroupStore(),
    itemIndex: {
      write: async (open: readonly OpenItem[]) => {
        given.push(open);
        return itemIndex.write(open);
      },
    },
    groupIndex,
    recentlyWritten: createRecentlyWrittenItems(() => at),
    refresh: async () => undefined,
    unsearchable: () => undefined,
    now: () => at,
  };
  return { items, memberships, needs, given, read };
}

test("items with many addresses are written to the index a few at a time, and all are closed", async () => {
  const { items, needs, given } = await aProjection();
  const ips = Array.from({ length: 1_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
  const writes = [
    ...Array.from({ length: 30 }, (_, n) => aWrite(`large-${n}`, { ips })),
    ...Array.from({ length: 70 }, (_, n) => aWrite(`small-${n}`, { ips: ips.slice(0, 2) })),
  ];
  await items.insert(writes, aStamp());
  expect(await projectItems(needs, at)).toBe(100);
  expect(given.flat()).toHaveLength(100);
  const sizes = given.map((open) => open.reduce((sum, item) => sum + item.ips.length, 0));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10_000);
  expect(given.length).toBeLessThan(10);
  expect(await projectItems(needs, at)).toBe(0);
});

test("recently written items are projected without a read; then the rest is read from the database", async () => {
  const { items, memberships, needs, given, read } = await aProjection();
  const [cached, other] = [aWrite("cached"), aWrite("other")];
  const stamp = aStamp({ at });
  await items.insert([cached, other], stamp);
  needs.recentlyWritten.add([insertedItem(cached, stamp)]);
  expect(await projectItems(needs, at)).toBe(1);
  expect(read).toEqual([]);
  expect(given.flat().map((item) => item.itemId)).toEqual([cached.itemId]);
  expect((await memberships.readOpen(10, at)).map((item) => item.itemId)).toEqual([other.itemId]);
  expect(await projectItems(needs, at)).toBe(1);
  expect(await projectItems(needs, at)).toBe(0);
});

test("an item that was replaced after its insert stays open in its newer state", async () => {
  const { items, memberships, needs } = await aProjection();
  const stamp = aStamp({ at });
  await items.insert([aWrite("one")], stamp);
  needs.recentlyWritten.add([insertedItem(aWrite("one"), stamp)]);
  await items.replace([{ ...aWrite("one", { name: "new" }), rev: 1, seenInRun: 1, removed: false }], stamp);
  expect(await projectItems(needs, at)).toBe(1);
  expect(await memberships.readOpen(10, at)).toMatchObject([{ rev: 2, name: "new", selectionChanged: true }]);
});

test("the database is read at times despite cached items, and no item is projected twice", async () => {
  const { items, needs, given, read } = await aProjection();
  const stamp = aStamp({ at });
  for (let round = 0; round < 6; round += 1) {
    const write: ItemWrite = aWrite(`cached-${round}`);
    await items.insert([write, aWrite(`of another process ${round}`)], stamp);
    needs.recentlyWritten.add([insertedItem(write, stamp)]);
    await projectItems(needs, at);
  }
  expect(read).toEqual([6]);
  expect(given.flat()).toHaveLength(11);
});

test("when the index is unavailable, the cache is cleared and the items are read from the database", async () => {
  const { items, needs, read } = await aProjection();
  const stamp = aStamp({ at });
  await items.insert([aWrite("one"), aWrite("two")], stamp);
  needs.recentlyWritten.add([insertedItem(aWrite("one"), stamp)]);
  const unavailable = { ...needs, itemIndex: { write: () => Promise.reject(new Error("the index is unavailable")) } };
  await expect(projectItems({ ...unavailable }, at)).rejects.toThrow("unavailable");
  expect(await projectItems(needs, at)).toBe(2);
  expect(read).toEqual([2]);
});
