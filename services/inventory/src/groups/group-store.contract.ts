import { describe, expect, test } from "@jest/globals";
import { aFilter } from "../../test/inventory-builders.ts";
import type { Group, GroupMembers, HeldMembers } from "./group.ts";
import type { GroupStore, NewGroup } from "./group-store.ts";

const at = new Date("2026-01-01T00:00:00Z");
const later = new Date("2026-01-02T00:00:00Z");
const members: GroupMembers = { hash: "h", addressCount: 1, memberCount: 2, filterRevision: 1, updatedAt: later };
const content = { hash: "mass", addressCount: 500, memberCount: 600, filterRevision: 1 };
const held: HeldMembers = { sequence: 1, ...content, added: 499, removed: 0, since: later };

/** A group before its creation. */
export function aGroup(id: string, more: Partial<NewGroup> = {}): NewGroup {
  const filter = aFilter({ tags: [{ key: "a", value: null }] });
  const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
  return {
    id,
    uuid: `uuid-${id}`,
    revision: 1,
    name: id,
    description: null,
    filter,
    filterRevision: 1,
    ...stamps,
    ...more,
  };
}

/** The contract of GroupStore. */
export function groupStoreContract(open: () => Promise<GroupStore>): void {
  const created = async (id = "g"): Promise<{ groups: GroupStore; group: Group }> => {
    const groups = await open();
    expect(await groups.create(aGroup(id), undefined)).toBe(true);
    const group = await groups.find(id);
    if (!group) throw new Error("a created group is missing");
    return { groups, group };
  };

  describe("a group", () => {
    test("is created once, found in every way, and open", async () => {
      const { groups, group } = await created();
      expect(group).toMatchObject({
        ...aGroup("g"),
        filledRevision: 0,
        membersRevision: 0,
        members: null,
        held: null,
        heldSequence: 0,
        wanted: 1,
        computed: 0,
      });
      expect(await groups.create(aGroup("g", { uuid: "other" }), undefined)).toBe(false);
      expect(await groups.findByUuid("uuid-g")).toEqual(group);
      expect([...(await groups.findMany(["g", "x"])).keys()]).toEqual(["g"]);
      expect([...(await groups.findManyByUuid(["uuid-g", "x"])).keys()]).toEqual(["uuid-g"]);
      expect(await groups.listOpen(at, 10)).toEqual(["uuid-g"]);
      expect(await groups.count()).toBe(1);
    });

    test("is edited only in the revision that was read", async () => {
      const { groups, group } = await created();
      const renamed = { ...group, revision: 2, name: "new", updatedAt: later };
      expect(await groups.edit(renamed, 7)).toBe(false);
      expect(await groups.edit(renamed, 1)).toBe(true);
      expect(await groups.find("g")).toMatchObject({ revision: 2, name: "new", filterRevision: 1, wanted: 1 });
      const filtered = { ...renamed, revision: 3, filterRevision: 3, filter: aFilter({ types: ["vm"] }) };
      expect(await groups.edit(filtered, 2)).toBe(true);
      expect(await groups.find("g")).toMatchObject({
        filter: aFilter({ types: ["vm"] }),
        filterRevision: 3,
        wanted: 2,
      });
    });

    test("leaves a tombstone from which its revisions continue", async () => {
      const { groups, group } = await created();
      await groups.noteFilled("uuid-g", 1);
      await groups.publishMembers("uuid-g", members, { before: 0, after: 1, filterRevision: 1, computed: 1 });
      const deleted = { ...group, revision: 2, deletedAt: later, updatedAt: later };
      expect(await groups.markDeleted(deleted, 9)).toBe(false);
      expect(await groups.markDeleted(deleted, 1)).toBe(true);
      expect(await groups.markDeleted(deleted, 2)).toBe(false);
      expect(await groups.find("g")).toMatchObject({ revision: 2, deletedAt: later, members: null });
      expect(await groups.findMany(["g"])).toEqual(new Map());
      expect(await groups.list(undefined, 10)).toEqual([]);
      expect(await groups.count()).toBe(0);
      expect(await groups.listOpen(later, 10)).toEqual(["uuid-g"]);
      await groups.noteCleaned("uuid-g");
      expect(await groups.listOpen(later, 10)).toEqual([]);

      expect(await groups.create(aGroup("g", { uuid: "u2", revision: 3 }), 1)).toBe(false);
      expect(await groups.create(aGroup("g", { uuid: "u2", revision: 3, filterRevision: 3 }), 2)).toBe(true);
      const again = await groups.find("g");
      expect(again).toMatchObject({
        uuid: "u2",
        revision: 3,
        deletedAt: null,
        membersRevision: 1,
        members: null,
        filledRevision: 0,
      });
    });

    test("is listed in order of its id", async () => {
      const groups = await open();
      for (const id of ["b", "a", "c"]) await groups.create(aGroup(id), undefined);
      expect((await groups.list(undefined, 2)).map(({ id }) => id)).toEqual(["a", "b"]);
      expect((await groups.list("b", 2)).map(({ id }) => id)).toEqual(["c"]);
    });
  });

  describe("members", () => {
    test("are published only for the filter that is filled, over the members that were read", async () => {
      const { groups } = await created();
      const state = { before: 0, after: 1, filterRevision: 1, computed: 1 };
      expect(await groups.publishMembers("uuid-g", members, state)).toBe(false);
      expect(await groups.noteFilled("uuid-g", 2)).toBe(false);
      expect(await groups.noteFilled("uuid-g", 1)).toBe(true);
      expect(await groups.publishMembers("uuid-g", members, { ...state, before: 3 })).toBe(false);
      expect(await groups.publishMembers("uuid-g", members, state)).toBe(true);
      expect(await groups.find("g")).toMatchObject({ members, membersRevision: 1, computed: 1 });
      expect(await groups.listOpen(later, 10)).toEqual([]);
    });

    test("stay wanted when another computation was requested meanwhile", async () => {
      const { groups } = await created();
      await groups.noteFilled("uuid-g", 1);
      await groups.wantMembers(["uuid-g"], later);
      expect(
        await groups.publishMembers("uuid-g", members, { before: 0, after: 1, filterRevision: 1, computed: 1 }),
      ).toBe(false);
      expect(await groups.find("g")).toMatchObject({ members, wanted: 2, computed: 1 });
      expect(await groups.listOpen(at, 10)).toEqual(["uuid-g"]);
      expect(
        await groups.publishMembers("uuid-g", members, { before: 1, after: 1, filterRevision: 1, computed: 2 }),
      ).toBe(true);
      expect(
        await groups.publishMembers("uuid-g", members, { before: 1, after: 1, filterRevision: 1, computed: 1 }),
      ).toBe(false);
      await groups.wantMembers(["uuid-g"], later);
      expect(await groups.listOpen(at, 10)).toEqual([]);
      expect(await groups.listOpen(later, 10)).toEqual(["uuid-g"]);
    });
  });

  describe("a change of memberships", () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 3, 0, 0, second));

    test("that was announced and followed by a request is wanted once", async () => {
      const { groups } = await created();
      await groups.announceChange(["uuid-g"], "m", at(0));
      expect(await groups.find("g")).toMatchObject({ wanted: 1 });
      await groups.wantMembers(["uuid-g"], at(1), "m");
      await groups.wantAnnounced(at(60), at(61), at(99));
      expect(await groups.find("g")).toMatchObject({ wanted: 2 });
    });

    test("that was announced without a request is wanted after a while, and once more after the latest possible write", async () => {
      const { groups } = await created();
      await groups.noteFilled("uuid-g", 1);
      await groups.publishMembers("uuid-g", members, { before: 0, after: 1, filterRevision: 1, computed: 1 });
      await groups.announceChange(["uuid-g"], "broke off", at(0));
      await groups.announceChange(["uuid-g"], "goes on", at(5));
      expect(await groups.listOpen(at(59), 10)).toEqual([]);
      await groups.wantAnnounced(at(4), at(10), at(40));
      expect(await groups.find("g")).toMatchObject({ wanted: 2 });
      expect(await groups.listOpen(at(9), 10)).toEqual([]);
      expect(await groups.listOpen(at(10), 10)).toEqual(["uuid-g"]);
      await groups.wantAnnounced(at(4), at(11), at(41));
      expect(await groups.find("g")).toMatchObject({ wanted: 2 });
      await groups.wantMembers(["uuid-g"], at(12), "goes on");
      await groups.wantAnnounced(at(39), at(45), at(75));
      expect(await groups.find("g")).toMatchObject({ wanted: 3 });
      await groups.wantAnnounced(at(40), at(46), at(76));
      expect(await groups.find("g")).toMatchObject({ wanted: 4 });
      await groups.wantAnnounced(at(90), at(91), at(92));
      expect(await groups.find("g")).toMatchObject({ wanted: 4 });
      expect(await groups.listOpen(at(10), 10)).toEqual(["uuid-g"]);
    });

    test("that is requested late is not wanted a second time", async () => {
      const { groups } = await created();
      await groups.announceChange(["uuid-g"], "delayed", at(0));
      await groups.wantAnnounced(at(4), at(10), at(40));
      await groups.wantMembers(["uuid-g"], at(20), "delayed");
      await groups.wantAnnounced(at(90), at(91), at(92));
      expect(await groups.find("g")).toMatchObject({ wanted: 3 });
    });
  });

  describe("a held change", () => {
    const state = { before: 1, filterRevision: 1, computed: 1 };
    const holding = async () => {
      const { groups } = await created();
      await groups.noteFilled("uuid-g", 1);
      await groups.publishMembers("uuid-g", members, { ...state, before: 0, after: 1 });
      expect(await groups.holdMembers("uuid-g", held, state)).toBe(true);
      return groups;
    };

    test("exists next to the served members, until others replace it", async () => {
      const groups = await holding();
      expect(await groups.find("g")).toMatchObject({ members, membersRevision: 1, held, heldSequence: 1 });
      expect(await groups.countHeld()).toBe(1);
      expect(await groups.oldestHeld()).toEqual(held.since);
      expect(await groups.listOpen(later, 10)).toEqual([]);
      expect(await groups.oldestOpen()).toBeUndefined();
      expect(await groups.holdMembers("uuid-g", { ...held, sequence: 3 }, state)).toBe(false);
      expect(await groups.holdMembers("uuid-g", held, { ...state, before: 0 })).toBe(false);
      expect(await groups.holdMembers("uuid-g", held, { ...state, filterRevision: 2 })).toBe(false);
      expect(await groups.holdMembers("uuid-g", { ...held, memberCount: 601 }, state)).toBe(true);
      expect(await groups.holdMembers("uuid-g", { ...held, sequence: 2 }, state)).toBe(true);
      expect(await groups.holdMembers("uuid-g", held, state)).toBe(false);
      expect(await groups.find("g")).toMatchObject({ held: { sequence: 2 }, heldSequence: 2 });
    });

    test("stays wanted when another computation was requested meanwhile", async () => {
      const groups = await holding();
      await groups.wantMembers(["uuid-g"], later);
      expect(await groups.holdMembers("uuid-g", held, state)).toBe(false);
      expect(await groups.listOpen(later, 10)).toEqual(["uuid-g"]);
      expect(await groups.oldestOpen()).toEqual(later);
      expect(await groups.holdMembers("uuid-g", held, { ...state, computed: 2 })).toBe(true);
      expect(await groups.holdMembers("uuid-g", held, state)).toBe(false);
      expect(await groups.listOpen(later, 10)).toEqual([]);
    });

    test("is released once, and only unchanged", async () => {
      const groups = await holding();
      const release = { before: 1, after: 2, at: later };
      expect(await groups.releaseMembers("uuid-g", { ...held, sequence: 2 }, release)).toBe(false);
      expect(await groups.releaseMembers("uuid-g", held, { ...release, before: 0 })).toBe(false);
      expect(await groups.releaseMembers("uuid-g", held, release)).toBe(true);
      expect(await groups.releaseMembers("uuid-g", held, release)).toBe(false);
      const group = await groups.find("g");
      expect(group).toMatchObject({ membersRevision: 2, held: null, heldSequence: 1 });
      expect(group?.members).toEqual({ ...content, updatedAt: later });
      expect(await groups.countHeld()).toBe(0);
      expect(await groups.publishMembers("uuid-g", members, { ...state, after: 2 })).toBe(false);
    });

    test("is released with its current count", async () => {
      const groups = await holding();
      expect(await groups.holdMembers("uuid-g", { ...held, memberCount: 601 }, state)).toBe(true);
      expect(await groups.releaseMembers("uuid-g", held, { before: 1, after: 2, at: later })).toBe(true);
      expect((await groups.find("g"))?.members).toEqual({ ...content, memberCount: 601, updatedAt: later });
    });

    test("ends with published members, with another filter, and with the group", async () => {
      const groups = await holding();
      expect(await groups.publishMembers("uuid-g", members, { ...state, after: 1 })).toBe(true);
      expect(await groups.find("g")).toMatchObject({ held: null, heldSequence: 1 });
      expect(await groups.releaseMembers("uuid-g", held, { before: 1, after: 2, at: later })).toBe(false);

      await groups.holdMembers("uuid-g", { ...held, sequence: 2 }, state);
      const group = await groups.find("g");
      if (!group) throw new Error("the group is not there");
      await groups.edit({ ...group, revision: 2, name: "renamed", updatedAt: later }, 1);
      expect(await groups.find("g")).toMatchObject({ held: { sequence: 2 } });
      await groups.edit({ ...group, revision: 3, filterRevision: 3, updatedAt: later }, 2);
      expect(await groups.find("g")).toMatchObject({ held: null, heldSequence: 2, members });
      expect(await groups.holdMembers("uuid-g", { ...held, sequence: 3 }, state)).toBe(false);

      await groups.noteFilled("uuid-g", 3);
      const refilled = { ...held, sequence: 3, filterRevision: 3 };
      await groups.holdMembers("uuid-g", refilled, { before: 1, filterRevision: 3, computed: 2 });
      expect(await groups.find("g")).toMatchObject({ held: refilled });
      await groups.markDeleted({ ...group, revision: 4, updatedAt: later, deletedAt: later }, 3);
      expect(await groups.find("g")).toMatchObject({ held: null, members: null });
      expect(await groups.countHeld()).toBe(0);
      // The clean-up after the deletion is still open. `oldestOpen` ignores it, because no feed waits for it.
      expect([await groups.oldestHeld(), await groups.oldestOpen()]).toEqual([undefined, undefined]);
    });
  });
}
