import { describe, expect, test } from "@jest/globals";
import { aStamp, aWrite, collect } from "../../test/inventory-builders.ts";
import type { ItemStores } from "../uploads/item-stores.contract.ts";
import { membershipOf } from "./membership.ts";
import { insertedItem } from "./recently-written-items.ts";

const far = new Date("2100-01-01T00:00:00Z");
const later = new Date("2026-02-01T00:00:00Z");
/** Returns a list of 400 memberships. A few such lists exceed the limit of memberships in one database statement. */
const large = (n: number) => Array.from({ length: 400 }, (_, group) => `large-${n}-${group}/1`);

/** The contract of MembershipStore. */
export function membershipContract(open: () => Promise<Pick<ItemStores, "items" | "memberships">>): void {
  const one = aWrite("one", { ips: ["10.0.0.1"], tags: [{ key: "a.b", value: "$c" }], attributes: '{"$x":{"a.b":1}}' });
  const two = aWrite("two", { ips: ["2001:db8::/64"] });

  describe("open items", () => {
    test("are all that were inserted or replaced, until they are settled", async () => {
      const { items, memberships } = await open();
      await items.insert([two], aStamp({ at: later }));
      await items.insert([one], aStamp());
      const opened = await memberships.readOpen(10, far);
      expect(opened.map((item) => item.itemId).sort()).toEqual([one.itemId, two.itemId].sort());
      const written = [insertedItem(one, aStamp()), insertedItem(two, aStamp({ at: later }))];
      for (const item of opened) expect(written).toContainEqual(item);
      expect(await memberships.readOpen(10, aStamp().at)).toHaveLength(1);
      expect(await memberships.readOpen(1, far)).toHaveLength(1);
      await memberships.settle(opened);
      expect(await memberships.readOpen(10, far)).toEqual([]);
      await items.markSeen([one], aStamp());
      expect(await memberships.readOpen(10, far)).toEqual([]);
      await items.replace(
        [{ ...aWrite("one", { ...one.content, name: "new" }), rev: 1, seenInRun: 1, removed: false }],
        aStamp(),
      );
      expect(await memberships.readOpen(10, far)).toMatchObject([
        { rev: 2, selectionChanged: false, addressesChanged: false },
      ]);
    });

    test("are closed many at once, each with its groups; one that changed stays open", async () => {
      const { items, memberships } = await open();
      const many = Array.from({ length: 60 }, (_, n) => aWrite(`many-${n}`));
      await items.insert(many, aStamp());
      const opened = await memberships.readOpen(100, far);
      const groupsOf = new Map(
        many.map(({ itemId }, n) => [itemId, n < 5 ? [] : n < 30 ? [`$g-${n % 3}/1`, "h/2"] : large(n)]),
      );
      await memberships.join("j/1", [{ itemId: many[0]?.itemId ?? "", rev: 1 }], later);
      await memberships.settle(opened.map((item) => ({ ...item, memberships: groupsOf.get(item.itemId) })));
      const read = await items.read(many.map((one) => one.itemId));
      groupsOf.set(many[0]?.itemId ?? "", ["j/1"]);
      for (const [itemId, wanted] of groupsOf) expect(read.get(itemId)?.memberships).toEqual(wanted);
      expect((await memberships.readOpen(100, far)).map((item) => item.itemId)).toEqual([many[0]?.itemId]);
    });

    test("are read from one opening time up to another, both included", async () => {
      const { items, memberships } = await open();
      await items.insert([one], aStamp());
      await items.insert([two], aStamp({ at: later }));
      const between = async (from: Date | undefined, until: Date) =>
        (await memberships.readOpen(10, until, from)).map(({ itemId, openedAt }) => [itemId, openedAt]).sort();
      const [first, second] = [
        [one.itemId, aStamp().at],
        [two.itemId, later],
      ];
      expect(await between(undefined, far)).toEqual([first, second].sort());
      expect(await between(aStamp().at, aStamp().at)).toEqual([first]);
      expect(await between(new Date(aStamp().at.getTime() + 1), later)).toEqual([second]);
      expect(await between(new Date(later.getTime() + 1), far)).toEqual([]);
    });

    test("have an oldest one, and are closed even when the index rejects them, until it accepts them", async () => {
      const { items, memberships } = await open();
      expect(await memberships.oldestOpening()).toBeUndefined();
      await items.insert([two], aStamp({ at: later }));
      await items.insert([one], aStamp());
      expect(await memberships.oldestOpening()).toEqual(aStamp().at);
      expect(await memberships.oldestOpening(later)).toEqual(later);
      expect(await memberships.oldestOpening(far)).toBeUndefined();
      const opened = await memberships.readOpen(10, far);
      await memberships.settle(opened.map((item) => ({ ...item, unsearchable: "$too: large" })));
      expect(await memberships.oldestOpening()).toBeUndefined();
      expect(await memberships.countUnsearchable()).toBe(2);
      await items.replace([{ ...aWrite("one", { name: "short" }), rev: 1, seenInRun: 1, removed: false }], aStamp());
      expect(await memberships.countUnsearchable()).toBe(2);
      await memberships.settle(await memberships.readOpen(10, far));
      expect(await memberships.countUnsearchable()).toBe(1);
    });

    test("count as changed when more than one revision came since they were settled", async () => {
      const { items, memberships } = await open();
      await items.insert([one], aStamp());
      await memberships.settle(await memberships.readOpen(10, far));
      await items.replace([{ ...aWrite("one"), rev: 1, seenInRun: 1, removed: false }], aStamp());
      await items.replace([{ ...one, rev: 2, seenInRun: 1, removed: false }], aStamp());
      expect(await memberships.readOpen(10, far)).toMatchObject([
        { rev: 3, selectionChanged: true, addressesChanged: true },
      ]);
    });

    test("belong where they were settled, and not where they are settled after a change or twice", async () => {
      const { items, memberships } = await open();
      await items.insert([one, two], aStamp());
      const opened = await memberships.readOpen(10, far);
      await items.replace([{ ...aWrite("two", { name: "new" }), rev: 1, seenInRun: 1, removed: false }], aStamp());
      await memberships.settle(opened.map((item) => ({ ...item, memberships: ["g/1", "h/2"] })));
      expect(await memberships.readOpen(10, far)).toMatchObject([{ itemId: two.itemId, memberships: [] }]);
      await memberships.settle(opened.map((item) => ({ ...item, memberships: ["late/1"] })));
      const where = async () => (await items.read([one.itemId])).get(one.itemId)?.memberships;
      expect(await where()).toEqual(["g/1", "h/2"]);
      await items.replace([{ ...aWrite("one", { name: "new" }), rev: 1, seenInRun: 1, removed: false }], aStamp());
      const again = await memberships.readOpen(10, far);
      await memberships.settle(again.map((item) => ({ ...item, memberships: undefined })));
      expect(await where()).toEqual(["g/1", "h/2"]);
    });

    test("are all items after the loss of the index, and an earlier projection settles none", async () => {
      const { items, memberships } = await open();
      await items.insert([one, two], aStamp());
      const before = await memberships.readOpen(10, far);
      await memberships.reopenAll(later);
      await memberships.settle(before);
      expect(await memberships.readOpen(10, far)).toMatchObject([
        { selectionChanged: true },
        { selectionChanged: true },
      ]);
    });
  });

  describe("memberships", () => {
    test("are added to items in the revision that was read; others are opened", async () => {
      const { items, memberships } = await open();
      await items.insert([one, two], aStamp());
      await memberships.settle(await memberships.readOpen(10, far));
      const found = [
        { itemId: one.itemId, rev: 1 },
        { itemId: two.itemId, rev: 2 },
      ];
      await memberships.join("g/1", found, later);
      await memberships.join("g/1", found.slice(0, 1), later);
      expect(await collect(memberships.readMemberAddresses("g/1"))).toEqual([["10.0.0.1"]]);
      expect(await memberships.readOpen(10, far)).toMatchObject([{ itemId: two.itemId, selectionChanged: true }]);
    });

    test("by older filters of a group are dropped, by newer ones only with the group", async () => {
      const { items, memberships } = await open();
      await items.insert([one, two], aStamp());
      const both = [one, two].map(({ itemId }) => ({ itemId, rev: 1 }));
      const first = membershipOf("g", 1);
      const second = membershipOf("g", 2);
      const ninth = membershipOf("g", 9);
      const tenth = membershipOf("g", 10);
      const other = membershipOf("gg", 1);
      for (const membership of [first, second, ninth, tenth, other]) await memberships.join(membership, both, later);
      await memberships.dropOlder("g", 2);
      const current = async () =>
        [...(await items.read([one.itemId, two.itemId])).values()].map((item) => [...item.memberships].sort());
      expect(await current()).toEqual(Array(2).fill([second, ninth, tenth, other].sort()));
      await memberships.dropOlder("g", 10);
      expect(await current()).toEqual(Array(2).fill([tenth, other].sort()));
      await memberships.dropAll("g");
      expect(await current()).toEqual(Array(2).fill([other]));
    });
  });
}
