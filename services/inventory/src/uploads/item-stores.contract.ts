import { describe, expect, test } from "@jest/globals";
import { aStamp, aWrite, collect } from "../../test/inventory-builders.ts";
import { unlimitedScope } from "../connectors/discovery-run.ts";
import type { ItemStore } from "../items/item-store.ts";
import type { ItemWalk } from "../items/item-walk.ts";
import type { MembershipStore } from "../items/membership-store.ts";
import type { ItemRemovalStore } from "./item-removal-store.ts";

const far = new Date("2100-01-01T00:00:00Z");
const later = new Date("2026-02-01T00:00:00Z");

/** All ports of stored items. */
export interface ItemStores {
  readonly items: ItemStore;
  readonly memberships: MembershipStore;
  readonly removals: ItemRemovalStore;
  readonly walk: ItemWalk;
}

/**
 * The contract of the stores that write, read and remove items. Every implementation of `ItemStores` must pass these
 * tests.
 */
export function itemStoresContract(open: () => Promise<ItemStores>): void {
  const one = aWrite("one", { ips: ["10.0.0.1"], tags: [{ key: "a.b", value: "$c" }], attributes: '{"$x":{"a.b":1}}' });
  const two = aWrite("two", { ips: ["2001:db8::/64"] });

  describe("written items", () => {
    test("are read completely, new ones with revision 1", async () => {
      const { items } = await open();
      expect(await items.insert([one, two], aStamp())).toEqual(new Set());
      const read = await items.read([one.itemId, "unknown"]);
      expect([...read.keys()]).toEqual([one.itemId]);
      expect(read.get(one.itemId)).toEqual({
        ...one.content,
        itemId: one.itemId,
        rev: 1,
        connectorUuid: "c-1",
        connectorId: "cloud",
        memberships: [],
        firstSeenAt: aStamp().at,
        lastSeenAt: aStamp().at,
        lastChangedAt: aStamp().at,
      });
      const { attributes: _, ...outline } = read.get(one.itemId) ?? {};
      expect(await items.readOutlines([one.itemId, "unknown"])).toEqual(new Map([[one.itemId, outline]]));
      const heads = await items.readHeads([one.itemId]);
      expect(heads.get(one.itemId)).toMatchObject({ rev: 1, contentHash: one.contentHash, runSequence: 1 });
    });

    test("that exist already stay unchanged, and the others are inserted", async () => {
      const { items } = await open();
      await items.insert([one], aStamp());
      expect(await items.insert([aWrite("one", { name: "other" }), two], aStamp())).toEqual(new Set([one.itemId]));
      const read = await items.read([one.itemId, two.itemId]);
      expect(read.get(one.itemId)?.name).toBeNull();
      expect(read.get(two.itemId)?.rev).toBe(1);
    });

    test("are replaced only in the revision that was read", async () => {
      const { items } = await open();
      await items.insert([one, two], aStamp());
      const changed = { ...aWrite("one", { name: "new" }), rev: 1, seenInRun: 1, removed: false };
      const stale = { ...aWrite("two", { name: "new" }), rev: 7, seenInRun: 1, removed: false };
      const stamp = aStamp({ connectorUuid: "c-2", connectorId: "other", runSequence: 4, at: later });
      expect(await items.replace([changed, stale], stamp)).toEqual(new Set([two.itemId]));
      const read = await items.read([one.itemId, two.itemId]);
      expect(read.get(one.itemId)).toMatchObject({
        rev: 2,
        name: "new",
        ips: [],
        connectorUuid: "c-2",
        lastChangedAt: later,
      });
      expect(read.get(one.itemId)?.firstSeenAt).toEqual(aStamp().at);
      expect(read.get(two.itemId)).toMatchObject({ rev: 1, name: null });
    });

    test("count as replaced when another call wrote the same", async () => {
      const { items } = await open();
      await items.insert([one], aStamp());
      const same = { ...aWrite("one", { name: "new" }), rev: 1, seenInRun: 1, removed: false };
      await items.replace([same], aStamp());
      const again = await items.replace([same], aStamp({ connectorUuid: "c-9" }));
      expect(again).toEqual(new Set([one.itemId]));
    });

    test("stay unchanged when a newer run has seen them since the read", async () => {
      const { items } = await open();
      await items.insert([one], aStamp());
      await items.markSeen([one], aStamp({ runSequence: 3 }));
      const late = { ...aWrite("one", { name: "new" }), rev: 1, seenInRun: 1, removed: false };
      expect(await items.replace([late], aStamp({ runSequence: 2 }))).toEqual(new Set([one.itemId]));
      expect((await items.readHeads([one.itemId])).get(one.itemId)).toMatchObject({ rev: 1, runSequence: 3 });
    });

    test("are marked as seen by their owner when unchanged, never by an older run", async () => {
      const { items } = await open();
      await items.insert([one, two], aStamp({ runSequence: 3 }));
      expect(await items.markSeen([one], aStamp({ runSequence: 2, at: later }))).toBe(false);
      const stranger = aStamp({ connectorUuid: "c-2", runSequence: 9, at: later });
      expect(await items.markSeen([one], stranger)).toBe(false);
      const other = aWrite("one", { name: "other" });
      expect(await items.markSeen([other, two], aStamp({ runSequence: 4 }))).toBe(false);
      expect((await items.read([one.itemId])).get(one.itemId)?.lastSeenAt).toEqual(aStamp().at);
      expect(await items.markSeen([one], aStamp({ runSequence: 5, at: later }))).toBe(true);
      const read = (await items.read([one.itemId])).get(one.itemId);
      expect(read).toMatchObject({ rev: 1, lastSeenAt: later, lastChangedAt: aStamp().at });
      expect((await items.readHeads([one.itemId])).get(one.itemId)?.runSequence).toBe(5);
    });

    test("lose their owner with their registration, under the next revision", async () => {
      const { items, memberships } = await open();
      await items.insert([one, two], aStamp());
      await items.insert([aWrite("three")], aStamp({ connectorUuid: "c-2" }));
      await memberships.settle(await memberships.readOpen(10, far));
      const disowned = async () => (await collect(items.disown("c-1", later))).reduce((sum, step) => sum + step, 0);
      expect(await disowned()).toBe(2);
      expect(await disowned()).toBe(0);
      expect(await memberships.readOpen(10, far)).toMatchObject(
        Array(2).fill({ rev: 2, connectorId: null, selectionChanged: false, addressesChanged: false }),
      );
      expect((await items.read([one.itemId])).get(one.itemId)).toMatchObject({
        connectorUuid: "c-1",
        connectorId: null,
        lastChangedAt: aStamp().at,
      });
      const taking = { ...one, rev: 2, seenInRun: 1, removed: false };
      expect(await items.replace([taking], aStamp({ connectorUuid: "c-3", connectorId: "new" }))).toEqual(new Set());
      expect((await items.readHeads([one.itemId])).get(one.itemId)).toMatchObject({ rev: 3, connectorId: "new" });
    });

    test("are iterated in order, including tombstones, or only living ones seen since a time", async () => {
      const { items, memberships, removals, walk } = await open();
      const written = [one, two, aWrite("three"), aWrite("four"), aWrite("five")];
      await items.insert(written, aStamp());
      await items.markSeen([one, two], aStamp({ runSequence: 2, at: later }));
      await items.markSeen([aWrite("five")], aStamp({ runSequence: 2, at: later }));
      const scope = { ...unlimitedScope, types: ["vm"] };
      const walked = async (since?: Date) => {
        const found: string[] = [];
        for (let after: string | undefined = ""; after !== undefined; ) {
          const { items: page, next } = await walk.read(after, 2, since);
          found.push(...page.map(({ itemId, removed }) => (removed ? `removed ${itemId}` : itemId)));
          after = next;
        }
        return found;
      };
      expect(await walked()).toEqual(written.map((write) => write.itemId).sort());
      expect(await walked(later)).toEqual([one, two, aWrite("five")].map((write) => write.itemId).sort());
      const opened = await memberships.readOpen(10, far);
      const refused = opened.filter((item) => item.itemId === one.itemId);
      await memberships.settle(refused.map((item) => ({ ...item, unsearchable: "too large" })));
      expect(await walked(later)).toEqual([two, aWrite("five")].map((write) => write.itemId).sort());
      await collect(removals.removeUnseen({ connectorUuid: "c-1", scope, sequence: 2 }, later));
      const isRemoved = (id: string) => ["three", "four"].some((name) => aWrite(name).itemId === id);
      const all = written.map((write) => write.itemId).sort();
      expect(await walked()).toEqual(all.map((id) => (isRemoved(id) ? `removed ${id}` : id)));
      expect(await walked(aStamp().at)).toEqual(all.filter((id) => !isRemoved(id) && id !== one.itemId));
    });
  });

  describe("removed items", () => {
    const coverage = { connectorUuid: "c-1", scope: unlimitedScope, sequence: 2 };
    const three = aWrite("three", { tags: [{ key: "a", value: "" }] });
    const removing = async () => {
      const stores = await open();
      await stores.items.insert([one, two], aStamp());
      await stores.items.insert([three], aStamp({ runSequence: 2 }));
      await stores.memberships.settle(await stores.memberships.readOpen(10, far));
      return stores;
    };

    test("are those that the run did not see; no read finds them, and they are open", async () => {
      const { items, memberships, removals } = await removing();
      await items.insert([aWrite("strange")], aStamp({ connectorUuid: "c-2" }));
      await memberships.settle(await memberships.readOpen(10, far));
      await memberships.join("g/1", [{ itemId: one.itemId, rev: 1 }], later);
      expect(await removals.count(coverage)).toEqual({ unseen: 2, seen: 1 });
      const steps = await collect(removals.removeUnseen(coverage, later));
      expect(steps.reduce((sum, removed) => sum + removed, 0)).toBe(2);
      expect(await collect(removals.removeUnseen(coverage, far))).toEqual([]);
      expect([await removals.count(coverage), await removals.countRemoved(coverage)]).toEqual([
        { unseen: 0, seen: 1 },
        2,
      ]);
      expect([...(await items.read([one.itemId, two.itemId, three.itemId])).keys()]).toEqual([three.itemId]);
      expect(await collect(memberships.readMemberAddresses("g/1"))).toEqual([]);
      expect((await items.readHeads([one.itemId])).get(one.itemId)).toMatchObject({
        rev: 2,
        removed: true,
        runSequence: 2,
      });
      const opened = await memberships.readOpen(10, far);
      expect(opened.find(({ itemId }) => itemId === one.itemId)).toMatchObject({
        rev: 2,
        removed: true,
        memberships: ["g/1"],
        ips: [],
      });
      expect(opened).toHaveLength(2);
    });

    test("are only those in the scope", async () => {
      const { removals } = await removing();
      for (const scope of [
        { ...unlimitedScope, accountIds: ["other"] },
        { ...unlimitedScope, regions: ["us"] },
        { ...unlimitedScope, types: ["db"] },
      ]) {
        expect(await removals.count({ ...coverage, scope })).toEqual({ unseen: 0, seen: 0 });
        expect(await collect(removals.removeUnseen({ ...coverage, scope }, later))).toEqual([]);
      }
      const scope = { accountIds: ["acc"], regions: ["eu", "us"], types: ["vm"] };
      expect(await removals.count({ ...coverage, scope })).toEqual({ unseen: 2, seen: 1 });
    });

    test("are none that are seen during the removal", async () => {
      const { items, removals } = await removing();
      const steps = removals.removeUnseen(coverage, later)[Symbol.asyncIterator]();
      await items.markSeen([one, two], aStamp({ runSequence: 3 }));
      let removed = 0;
      for (let step = await steps.next(); !step.done; step = await steps.next()) removed += step.value;
      expect(removed).toBe(0);
      expect(await items.read([one.itemId, two.itemId])).toHaveProperty("size", 2);
    });

    test("are also those that an older run adds during the removal", async () => {
      const { items, removals } = await removing();
      const steps = removals.removeUnseen(coverage, later)[Symbol.asyncIterator]();
      let removed = (await steps.next()).value ?? 0;
      await items.insert([aWrite("late")], aStamp());
      for (let step = await steps.next(); !step.done; step = await steps.next()) removed += step.value;
      expect(removed).toBe(3);
      expect(await removals.count(coverage)).toEqual({ unseen: 0, seen: 1 });
    });

    test("can't be marked as seen, and are restored as new ones under the next revision", async () => {
      const { items, memberships, removals } = await removing();
      await collect(removals.removeUnseen(coverage, later));
      expect(await items.markSeen([one], aStamp({ runSequence: 3 }))).toBe(false);
      expect(await items.insert([one], aStamp())).toEqual(new Set([one.itemId]));
      await memberships.settle(await memberships.readOpen(10, far));
      const again = { ...one, rev: 2, seenInRun: 2, removed: true };
      expect(await items.replace([{ ...again, rev: 1 }], aStamp())).toEqual(new Set([one.itemId]));
      expect(await items.replace([again], aStamp({ runSequence: 3, at: far }))).toEqual(new Set());
      const back = (await items.read([one.itemId])).get(one.itemId);
      expect(back).toMatchObject({ ...one.content, rev: 3, firstSeenAt: far, lastSeenAt: far, lastChangedAt: far });
      expect((await items.readHeads([one.itemId])).get(one.itemId)).toMatchObject({ removed: false, runSequence: 3 });
      expect(await memberships.readOpen(10, far)).toMatchObject([
        { itemId: one.itemId, removed: false, selectionChanged: true, addressesChanged: true },
      ]);
      expect(await removals.countRemoved(coverage)).toBe(1);
    });

    test("are purged when they are old and projected", async () => {
      const { items, memberships, removals } = await removing();
      await collect(removals.removeUnseen(coverage, later));
      expect(await removals.purge(far, 10)).toBe(0);
      await memberships.settle(await memberships.readOpen(10, far));
      expect(await removals.purge(later, 10)).toBe(0);
      expect(await removals.purge(far, 1)).toBe(1);
      expect(await removals.purge(far, 10)).toBe(1);
      expect(await items.readHeads([one.itemId, two.itemId])).toEqual(new Map());
      expect(await items.insert([one], aStamp())).toEqual(new Set());
      expect(await items.read([three.itemId])).toHaveProperty("size", 1);
    });
  });
}
