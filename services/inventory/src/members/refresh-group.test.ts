import { expect, test } from "@jest/globals";
import { aContent, aFilter, aStamp, aWrite } from "../../test/inventory-builders.ts";
import { addressListOf } from "../addresses/address-list.ts";
import { createInMemoryAddressListStore } from "../addresses/in-memory-address-list-store.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import { createRecentlyWrittenItems } from "../items/recently-written-items.ts";
import { createOpenItems } from "../projection/open-items.ts";
import { projectItems } from "../projection/project-items.ts";
import { createInMemoryIndexes } from "../search-index/in-memory-indexes.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { refreshGroup } from "./refresh-group.ts";

const now = () => new Date("2026-01-01T00:00:00Z");
const never = new AbortController().signal;
const item = aWrite("one", { ips: ["10.0.0.1"] });
const { hash } = addressListOf(["10.0.0.1"]);

/**
 * Creates one item, and a group "g" that selects the item. The group's memberships and members are not computed yet.
 */
async function anInventory() {
  const { items, memberships } = createInMemoryItems();
  const groups = createInMemoryGroupStore();
  const addressLists = createInMemoryAddressListStore();
  const { itemIndex, groupIndex } = createInMemoryIndexes();
  await itemIndex.prepare(async () => undefined);
  await groupIndex.prepare(async function* () {});
  const stores = { memberships, groups, itemIndex, groupIndex };
  const projecting = { ...stores, refresh: () => undefined, unsearchable: () => undefined, now };
  const projectUpTo = async (until: Date) => {
    const openItems = createOpenItems({ memberships, elapsedMs: () => 0 });
    while (
      (await projectItems({ ...projecting, openItems, recentlyWritten: createRecentlyWrittenItems(now) }, until)) > 0
    );
  };
  const needs = { ...stores, addressLists, projectUpTo, held: () => undefined, now };
  const filter = aFilter({ types: ["vm"] });
  const stamps = { createdAt: now(), createdBy: "ada", updatedAt: now(), updatedBy: "ada" };
  const create = (uuid: string, revision: number, over?: number) =>
    groups.create(
      { id: "g", uuid, revision, name: "g", description: null, filter, filterRevision: revision, ...stamps },
      over,
    );
  await items.insert([item], aStamp());
  await create("old", 1);

  /**
   * Deletes the group and creates a new one under the same id. The tests call this function while a refresh of the old
   * group is running.
   */
  const deleteAndCreateAgain = async () => {
    const group = await groups.findByUuid("old");
    if (!group) throw new Error("the group is not there");
    await groups.markDeleted({ ...group, revision: 2, deletedAt: now() }, 1);
    await refreshGroup(needs, "old", never);
    await create("new", 3, 2);
  };
  /** Expects that the next refresh of the deleted group removes all remaining data of the group. */
  const expectNothingLeft = async () => {
    expect(await refreshGroup(needs, "old", never)).toBe("done");
    const proposed = (await groupIndex.ask([aContent("one")])).flat();
    expect(proposed.some(({ groupUuid }) => groupUuid === "old")).toBe(false);
    const memberships = (await items.read([item.itemId])).get(item.itemId)?.memberships;
    expect(memberships?.filter((one) => one.startsWith("old"))).toEqual([]);
    expect(await addressLists.readByHash(hash, 0)).toBeUndefined();
  };
  return { needs, deleteAndCreateAgain, expectNothingLeft };
}

test("a late filling of a group that was deleted and created again leaves nothing of it behind", async () => {
  const { needs, deleteAndCreateAgain, expectNothingLeft } = await anInventory();
  const groupIndex = {
    ...needs.groupIndex,
    async put(...given: Parameters<typeof needs.groupIndex.put>) {
      await deleteAndCreateAgain();
      // OpenSearch remembers the version of a deleted document only for a while, and then accepts writes of older
      // revisions. This call has the same effect in the in-memory index.
      await needs.groupIndex.remove("old", 0);
      await needs.groupIndex.put(...given);
    },
  };
  expect(await refreshGroup({ ...needs, groupIndex }, "old", never)).toBe("again");
  await expectNothingLeft();
});

test("a late computation of its members leaves no list of addresses behind", async () => {
  const { needs, deleteAndCreateAgain, expectNothingLeft } = await anInventory();
  const addressLists = {
    ...needs.addressLists,
    async write(...given: Parameters<typeof needs.addressLists.write>) {
      await deleteAndCreateAgain();
      await needs.addressLists.write(...given);
    },
  };
  expect(await refreshGroup({ ...needs, addressLists }, "old", never)).toBe("again");
  await expectNothingLeft();
});
