import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { addressListOf } from "../addresses/address-list.ts";
import { createInMemoryAddressListStore } from "../addresses/in-memory-address-list-store.ts";
import { matcherOf } from "../items/group-filter.ts";
import { createRecentlyWrittenItems } from "../items/recently-written-items.ts";
import { refreshGroup } from "../members/refresh-group.ts";
import { createOpenItems } from "../projection/open-items.ts";
import { projectItems } from "../projection/project-items.ts";
import { createInMemoryIndexes } from "../search-index/in-memory-indexes.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { createInMemoryGroupStore } from "./in-memory-group-store.ts";
import { previewGroup } from "./preview-group.ts";
import { saveGroup } from "./save-group.ts";

type Sent = { readonly ips: readonly string[]; readonly env: string };

async function anInventory(sent: readonly Sent[]) {
  const { items, memberships } = createInMemoryItems();
  const groups = createInMemoryGroupStore();
  const addressLists = createInMemoryAddressListStore();
  const { itemIndex, groupIndex } = createInMemoryIndexes();
  await groupIndex.prepare(async function* () {});
  await itemIndex.prepare(async () => undefined);
  const writes = sent.map(({ ips, env }, n) => aWrite(`i${n}`, { ips, tags: [{ key: "env", value: env }] }));
  if (writes.length > 0) await items.insert(writes, aStamp());
  const now = () => new Date();
  const stores = { items, memberships, groups, addressLists, itemIndex, groupIndex, now };
  const recentlyWritten = createRecentlyWrittenItems(now);
  const openItems = createOpenItems({ memberships, elapsedMs: () => performance.now() });
  const projecting = {
    ...stores,
    openItems,
    recentlyWritten,
    refresh: async () => undefined,
    unsearchable: () => undefined,
  };
  const projectUpTo = async (until: Date) => {
    while ((await projectItems(projecting, until)) > 0);
  };
  await projectUpTo(now());
  const signal = new AbortController().signal;
  const refresh = async (uuids: readonly string[]) => {
    for (const uuid of uuids) await refreshGroup({ ...stores, projectUpTo, held: () => undefined }, uuid, signal);
  };
  const saving = {
    ...stores,
    refresh,
    clean: async () => undefined,
    newUuid: () => crypto.randomUUID(),
    pause: async () => undefined,
  };
  const save = async (filter: object) => {
    const saved = await saveGroup(saving, { id: "g", name: "g", filter }, { expectedRevision: null, by: "ada" });
    if (!saved.ok) throw new Error(JSON.stringify(saved.failure));
    return saved.group;
  };
  return { stores, save, writes };
}

const ip = fc.constantFrom("10.0.0.1", "10.0.0.2", "10.0.1.0/24", "192.0.2.7", "2001:db8::1", "2001:db8::/48");
const sent = fc.array(fc.record({ ips: fc.uniqueArray(ip, { maxLength: 3 }), env: fc.constantFrom("x", "y") }), {
  maxLength: 6,
});
const filter = fc.oneof(
  fc.record({ tags: fc.tuple(fc.record({ key: fc.constant("ENV"), value: fc.constantFrom("x", "y") })) }),
  fc.record({ cidrs: fc.tuple(fc.constantFrom("10.0.0.0/16", "2001:db8::/32")), clip: fc.boolean() }),
);

test("a preview has the members that saving gives, and what would be added and removed", async () => {
  await fc.assert(
    fc.asyncProperty(sent, filter, filter, async (list, first, second) => {
      const { stores, save, writes } = await anInventory(list);
      const served = await save(first);
      const asked = { filter: second, groupId: "g" };
      const previewed = await previewGroup(stores, asked);
      if (!previewed.ok) throw new Error(JSON.stringify(previewed.failure));
      const { preview } = previewed;
      expect(await stores.groups.find("g")).toEqual(served);

      const listOf = (one: typeof first) => {
        const whole = { tags: null, types: null, accountIds: null, regions: null, cidrs: null, clip: false, ...one };
        const { matches, membersOf } = matcherOf(whole);
        const members = writes.filter(({ content }) => matches(content));
        return { members, cidrs: addressListOf(members.flatMap(({ content }) => membersOf(content.ips))).cidrs };
      };
      const [before, after] = [listOf(first), listOf(second)];
      expect(preview).toMatchObject({ memberCount: after.members.length, addressCount: after.cidrs.length });
      expect(preview.sample.map(({ itemId }) => itemId).sort()).toEqual(
        after.members.map(({ itemId }) => itemId).sort(),
      );
      expect(addressListOf([...preview.added, ...before.cidrs])).toEqual(
        addressListOf([...after.cidrs, ...before.cidrs]),
      );
      expect(addressListOf([...preview.removed, ...after.cidrs])).toEqual(
        addressListOf([...before.cidrs, ...after.cidrs]),
      );
      expect([preview.addedCount, preview.removedCount]).toEqual([preview.added.length, preview.removed.length]);
      expect(preview.largestCidr === null).toBe(after.cidrs.length === 0);

      const saved = await save(second);
      const content = saved.held ?? saved.members;
      expect(content).toMatchObject({ memberCount: preview.memberCount, addressCount: preview.addressCount });
      if (saved.held) expect(saved.held).toMatchObject({ added: preview.addedCount, removed: preview.removedCount });
    }),
    { numRuns: 100 },
  );
});

test("without a group everything would be added; the widest CIDR of both families is returned", async () => {
  const { stores } = await anInventory([{ ips: ["10.0.0.0/8", "2001:db8::/48", "192.0.2.1"], env: "x" }]);
  const previewed = await previewGroup(stores, { filter: { types: ["VM"] }, groupId: null });
  expect(previewed).toMatchObject({
    preview: { memberCount: 1, addedCount: 3, removedCount: 0, removed: [], largestCidr: "10.0.0.0/8" },
  });
});

test("an invalid filter, or an unknown group, is refused by name", async () => {
  const { stores } = await anInventory([]);
  expect(await previewGroup(stores, { filter: { cidrs: ["10.0.0.5/24"] }, groupId: null })).toMatchObject({
    failure: { kind: "invalid-input", fields: [{ path: "filter.cidrs[0]" }] },
  });
  expect(await previewGroup(stores, { filter: { types: ["vm"] }, groupId: "nope" })).toMatchObject({
    failure: { kind: "not-found" },
  });
});

test("a preview that takes too long is refused with a message", async () => {
  const { stores } = await anInventory([]);
  const endless = async function* () {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield [];
    }
  };
  const needs = { ...stores, itemIndex: { ...stores.itemIndex, search: endless }, longestMs: 50 };
  expect(await previewGroup(needs, { filter: { types: ["vm"] }, groupId: null })).toMatchObject({
    failure: { kind: "timeout", message: expect.stringContaining("narrow") },
  });
});
