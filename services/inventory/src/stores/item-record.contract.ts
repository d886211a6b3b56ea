import { describe, expect, test } from "@jest/globals";
import { aStamp, aWrite, collect } from "../../test/inventory-builders.ts";
import { everything } from "../discovery-run.ts";
import { insertedItem } from "../handed-items.ts";
import type { ItemRemovalStore } from "../item-removal-store.ts";
import type { ItemStore } from "../item-store.ts";
import type { ItemWalk } from "../item-walk.ts";
import { membershipOf } from "../membership.ts";
import type { MembershipStore } from "../membership-store.ts";

const far = new Date("2100-01-01T00:00:00Z");
const later = new Date("2026-02-01T00:00:00Z");
/** So many that a few items have more than one statement takes. */
const large = (n: number) => Array.from({ length: 400 }, (_, group) => `large-${n}-${group}/1`);

interface ItemRecord {
  readonly items: ItemStore;
  readonly memberships: MembershipStore;
  readonly removals: ItemRemovalStore;
  readonly walk: ItemWalk;
}

/** What the record of items promises behind both of its ports, whatever it is made of. */
export function itemRecordContract(open: () => Promise<ItemRecord>): void {
  const one = aWrite("one", { ips: ["10.0.0.1"], tags: [{ key: "a.b", value: "$c" }], attributes: '{"$x":{"a.b":1}}' });
  const two = aWrite("two", { ips: ["2001:db8::/64"] });

  describe("written items", () => {
    test("come back whole, new ones with revision 1", async () => {
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

    test("that are there already stay as they are, and the others are inserted all the same", async () => {
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

    test("are taken as replaced when somebody wrote the very same", async () => {
      const { items } = await open();
      await items.insert([one], aStamp());
      const same = { ...aWrite("one", { name: "new" }), rev: 1, seenInRun: 1, removed: false };
      await items.replace([same], aStamp());
      const again = await items.replace([same], aStamp({ connectorUuid: "c-9" }));
      expect(again).toEqual(new Set([one.itemId]));
    });

    test("stay as they are when a newer run has seen them since they were read", async () => {
      const { items } = await open();
      await items.insert([one], aStamp());
      await items.markSeen([one], aStamp({ runSequence: 3 }));
      const late = { ...aWrite("one", { name: "new" }), rev: 1, seenInRun: 1, removed: false };
      expect(await items.replace([late], aStamp({ runSequence: 2 }))).toEqual(new Set([one.itemId]));
      expect((await items.readHeads([one.itemId])).get(one.itemId)).toMatchObject({ rev: 1, runSequence: 3 });
    });

    test("are noted as seen by their owner and as they are, never by an older run", async () => {
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

    test("are walked in order, tombstones among them; or only living ones seen since a time", async () => {
      const { items, memberships, removals, walk } = await open();
      const written = [one, two, aWrite("three"), aWrite("four"), aWrite("five")];
      await items.insert(written, aStamp());
      await items.markSeen([one, two], aStamp({ runSequence: 2, at: later }));
      await items.markSeen([aWrite("five")], aStamp({ runSequence: 2, at: later }));
      const scope = { ...everything, types: ["vm"] };
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
    const sweep = { connectorUuid: "c-1", scope: everything, sequence: 2 };
    const three = aWrite("three", { tags: [{ key: "a", value: "" }] });
    const removing = async () => {
      const stores = await open();
      await stores.items.insert([one, two], aStamp());
      await stores.items.insert([three], aStamp({ runSequence: 2 }));
      await stores.memberships.settle(await stores.memberships.readOpen(10, far));
      return stores;
    };

    test("are those of the sweep that the run did not see; nothing finds them, and they are open", async () => {
      const { items, memberships, removals } = await removing();
      await items.insert([aWrite("strange")], aStamp({ connectorUuid: "c-2" }));
      await memberships.settle(await memberships.readOpen(10, far));
      await memberships.join("g/1", [{ itemId: one.itemId, rev: 1 }], later);
      expect(await removals.count(sweep)).toEqual({ unseen: 2, seen: 1 });
      const steps = await collect(removals.removeUnseen(sweep, later));
      expect(steps.reduce((sum, removed) => sum + removed, 0)).toBe(2);
      expect(await collect(removals.removeUnseen(sweep, far))).toEqual([]);
      expect([await removals.count(sweep), await removals.countRemoved(sweep)]).toEqual([{ unseen: 0, seen: 1 }, 2]);
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
        { ...everything, accountIds: ["other"] },
        { ...everything, regions: ["us"] },
        { ...everything, types: ["db"] },
      ]) {
        expect(await removals.count({ ...sweep, scope })).toEqual({ unseen: 0, seen: 0 });
        expect(await collect(removals.removeUnseen({ ...sweep, scope }, later))).toEqual([]);
      }
      const scope = { accountIds: ["acc"], regions: ["eu", "us"], types: ["vm"] };
      expect(await removals.count({ ...sweep, scope })).toEqual({ unseen: 2, seen: 1 });
    });

    test("are none that is seen while others are removed", async () => {
      const { items, removals } = await removing();
      const steps = removals.removeUnseen(sweep, later)[Symbol.asyncIterator]();
      await items.markSeen([one, two], aStamp({ runSequence: 3 }));
      let removed = 0;
      for (let step = await steps.next(); !step.done; step = await steps.next()) removed += step.value;
      expect(removed).toBe(0);
      expect(await items.read([one.itemId, two.itemId])).toHaveProperty("size", 2);
    });

    test("are also those that an older run adds while others are removed", async () => {
      const { items, removals } = await removing();
      const steps = removals.removeUnseen(sweep, later)[Symbol.asyncIterator]();
      let removed = (await steps.next()).value ?? 0;
      await items.insert([aWrite("late")], aStamp());
      for (let step = await steps.next(); !step.done; step = await steps.next()) removed += step.value;
      expect(removed).toBe(3);
      expect(await removals.count(sweep)).toEqual({ unseen: 0, seen: 1 });
    });

    test("can't be noted as seen, and come back as new ones under the next revision", async () => {
      const { items, memberships, removals } = await removing();
      await collect(removals.removeUnseen(sweep, later));
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
      expect(await removals.countRemoved(sweep)).toBe(1);
    });

    test("are forgotten when they are old and projected", async () => {
      const { items, memberships, removals } = await removing();
      await collect(removals.removeUnseen(sweep, later));
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

  describe("open items", () => {
    test("are everything that was inserted or replaced, until they are settled", async () => {
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

    test("are closed many at once, each with the groups it belongs to; one that moved on stays open", async () => {
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

    test("are read from a time of opening up to another, both included", async () => {
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

    test("are known by the oldest, and closed also where the index can't take them, until it can", async () => {
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

    test("belong where they were settled, and nowhere else once they moved on or were closed", async () => {
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

    test("are all items after the index was lost, and a projection from before settles none", async () => {
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
    test("are given to items in the revision that was read; others are opened", async () => {
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
      const held = async () =>
        [...(await items.read([one.itemId, two.itemId])).values()].map((item) => [...item.memberships].sort());
      expect(await held()).toEqual(Array(2).fill([second, ninth, tenth, other].sort()));
      await memberships.dropOlder("g", 10);
      expect(await held()).toEqual(Array(2).fill([tenth, other].sort()));
      await memberships.dropAll("g");
      expect(await held()).toEqual(Array(2).fill([other]));
    });
  });
}
