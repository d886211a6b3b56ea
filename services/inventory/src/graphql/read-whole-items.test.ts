import { expect, test } from "@jest/globals";
import type { Item } from "../items/item.ts";
import { readWholeItems } from "./read-whole-items.ts";

const ids = (count: number) => Array.from({ length: count }, (_, n) => `item-${n}`);

function storeOf(attributes: string) {
  const asked: number[] = [];
  const read = async (itemIds: readonly string[]) => {
    asked.push(itemIds.length);
    const texts = { cloudAccountId: null, name: null, typeName: null, hostname: null, vendor: null, macAddress: null };
    const owner = { connectorUuid: "c-1", connectorId: "cloud", memberships: [], ips: [], tags: [] };
    const at = new Date(0);
    const stamps = { firstSeenAt: at, lastSeenAt: at, lastChangedAt: at };
    return new Map(
      itemIds.map((itemId): [string, Item] => {
        const key = { accountId: "a", region: "r", type: "t", id: itemId };
        return [itemId, { itemId, rev: 1, key, ...texts, ...owner, ...stamps, attributes }];
      }),
    );
  };
  return { asked, read };
}

test("a thousand small items are read with their attributes, few at a time", async () => {
  const store = storeOf("{}");
  const found = await readWholeItems(store)(ids(1_000));
  expect([...found.keys()]).toEqual(ids(1_000));
  expect(Math.max(...store.asked)).toBe(64);
});

test("attributes that are too large in total are refused with a message, before the others are read", async () => {
  const store = storeOf("x".repeat(1_000));
  await expect(readWholeItems(store, 100_000)(ids(1_000))).rejects.toMatchObject({
    message: expect.stringContaining("take more than 100000 characters together; ask for fewer items at once"),
    extensions: { code: "BAD_USER_INPUT" },
  });
  expect(store.asked).toEqual([64, 64]);
});

test("all reads of one operation share one limit", async () => {
  const store = storeOf("x".repeat(1_000));
  const read = readWholeItems(store, 100_000);
  const [first, second, third] = await Promise.allSettled([read(ids(60)), read(ids(60)), read(ids(60))]);
  expect([first?.status, second?.status, third?.status]).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(store.asked).toEqual([60, 60]);
});
