import { beforeAll, expect, jest, test } from "@jest/globals";
import { isSecretOf } from "@network-access/access/basic-credentials";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import {
  committedDocuments,
  insertDocuments,
  readDocuments,
  type StoredDocuments,
} from "@network-access/testkit/stored-documents";
import { startTestIssuer } from "@network-access/testkit/test-issuer";
import { Db } from "mongodb";
import { unlimitedScope } from "../../src/connectors/discovery-run.ts";
import { membershipOf } from "../../src/items/membership.ts";
import { DATABASE_INDEXES } from "../../src/mongo-indexes.ts";
import { collect } from "../inventory-builders.ts";
import { removeInventory, startInventory } from "../running-inventory.ts";
import {
  connector,
  contentOf,
  editedGroup,
  feedToken,
  held,
  holdingGroup,
  insertedItem,
  members,
  newGroup,
  scope,
  secrets,
  stamp,
  times,
  writeOf,
} from "./values.ts";
import { storesOf, writeDocuments } from "./write-documents.ts";

/**
 * A release must be able to read the documents that earlier releases stored. The files in documents/ contain the
 * documents that this service stores, and the tests read these files unchanged. A later release may add members to
 * these documents. It must not rename a member or change its form, because documents that are already stored keep the
 * old name and form.
 */

const committed = committedDocuments(new URL("./documents/", import.meta.url));
const aDatabase = mongoDatabases("inventory_stored");
const membership = membershipOf("uuid-of-holding", 1);
const idOf = (id: string) => writeOf(id).itemId;
let written: StoredDocuments;

beforeAll(async () => {
  const database = aDatabase();
  await writeDocuments(database);
  written = await readDocuments(database);
});

async function committedStores() {
  const database = aDatabase();
  await insertDocuments(database, committed);
  await createIndexes(database, ...DATABASE_INDEXES);
  return storesOf(database);
}

test("every collection that the process opens is committed", async () => {
  const issuer = await startTestIssuer();
  const opened = jest.spyOn(Db.prototype, "collection");
  const running = await startInventory(issuer);
  const names = new Set(opened.mock.calls.map(([name]) => name));
  opened.mockRestore();
  await running.stop();
  await removeInventory(running.name);
  await issuer.stop();
  expect([...names].sort()).toEqual(Object.keys(committed).sort());
});

test.each(Object.keys(committed))("what is written to %p has the members of the committed documents", (name) => {
  expect(written[name]).toEqual(committed[name]);
});

test("committed items are read whole", async () => {
  const { items, walk } = await committedStores();
  const { itemId } = insertedItem;
  expect((await items.read([itemId])).get(itemId)).toEqual(insertedItem);
  const found = await items.read(["settled", "replaced", "disowned", "removed", "brought back"].map(idOf));
  const settled = { memberships: [membership], lastSeenAt: times.second, lastChangedAt: times.first };
  expect(found.get(idOf("settled"))).toMatchObject({ ...contentOf("settled"), ...settled });
  expect(found.get(idOf("replaced"))).toMatchObject({ rev: 2, tags: [], lastChangedAt: times.second });
  expect(found.get(idOf("disowned"))).toMatchObject({ rev: 2, connectorId: null });
  expect(found.get(idOf("removed"))).toBeUndefined();
  expect(found.get(idOf("brought back"))).toMatchObject({ rev: 3, firstSeenAt: times.third });
  expect((await walk.read("", 100)).items).toHaveLength(9);
  expect((await walk.read("", 100, times.second)).items).toHaveLength(3);
});

test("uploads go on from committed items", async () => {
  const { items, removals } = await committedStores();
  const heads = await items.readHeads([idOf("settled"), idOf("removed")]);
  const { contentHash, selectionHash: _, ...write } = writeOf("settled");
  const { connectorUuid, connectorId } = stamp;
  const seen = { rev: 1, contentHash, connectorUuid, connectorId, runSequence: 2, lastSeenAt: times.second };
  expect(heads.get(write.itemId)).toEqual({ ...seen, removed: false });
  expect(heads.get(idOf("removed"))).toMatchObject({ rev: 2, runSequence: 2, removed: true });
  expect(await items.markSeen([writeOf("settled")], { ...stamp, runSequence: 3, at: times.third })).toBe(true);
  expect(await items.insert([writeOf("settled")], stamp)).toEqual(new Set([write.itemId]));
  const replacement = { ...writeOf("inserted"), rev: 1, seenInRun: 1, removed: false };
  expect(await items.replace([replacement], { ...stamp, runSequence: 4 })).toEqual(new Set());

  expect(await removals.count({ connectorUuid, scope, sequence: 4 })).toEqual({ unseen: 6, seen: 1 });
  expect(await removals.countRemoved({ connectorUuid: "c-uuid-3", scope: unlimitedScope, sequence: 2 })).toBe(1);
  expect(await collect(removals.removeUnseen({ connectorUuid, scope, sequence: 4 }, times.late))).toEqual([6]);
  expect(await collect(items.disown(connectorUuid, times.late))).toEqual([1]);
});

test("what is to be projected of committed items is found, and settled", async () => {
  const { memberships, removals } = await committedStores();
  const open = await memberships.readOpen(100, times.late);
  const changed = open.filter((item) => item.selectionChanged && item.addressesChanged);
  expect([open.length, changed.length]).toEqual([7, 7]);
  const { itemId, rev, touch } = open.find((item) => item.removed) ?? {};
  expect([itemId, rev, touch]).toEqual([idOf("removed"), 2, 0]);
  expect(await memberships.oldestOpening()).toEqual(times.first);
  expect(await memberships.countUnsearchable()).toBe(1);
  await memberships.settle(open.map((item) => ({ itemId: item.itemId, rev: item.rev, touch: item.touch })));
  expect(await memberships.oldestOpening()).toBeUndefined();
  expect(await removals.purge(times.late, 10)).toBe(1);

  await memberships.reopenAll(times.late);
  const reopened = await memberships.readOpen(100, times.late, times.late);
  expect(reopened.filter((item) => item.selectionChanged && item.touch > 0)).toHaveLength(8);

  const { ips } = contentOf("settled");
  expect(await collect(memberships.readMemberAddresses(membership))).toEqual([ips, ips]);
  await memberships.dropOlder("uuid-of-holding", 2);
  expect(await collect(memberships.readMemberAddresses(membership))).toEqual([]);
});

test("committed groups are read whole", async () => {
  const { groups } = await committedStores();
  expect(await groups.find("holding")).toEqual(holdingGroup);
  expect(await groups.findByUuid("uuid-of-holding")).toEqual(holdingGroup);
  expect(await groups.find("released")).toMatchObject({
    ...{ members: { hash: held.hash, memberCount: held.memberCount, updatedAt: times.third } },
    ...{ membersRevision: 2, held: null, heldSequence: 1 },
  });
  expect(await groups.find("edited")).toMatchObject({ ...editedGroup, held: null, wanted: 2 });
  expect(await groups.find("deleted")).toMatchObject({ revision: 2, members: null, deletedAt: times.second });
  const living = ["announced", "created again", "edited", "holding", "released", "served"];
  expect((await groups.list(undefined, 10)).map(({ id }) => id)).toEqual(living);
  expect([await groups.count(), await groups.countHeld()]).toEqual([6, 1]);
});

test("what is left to do for committed groups is found, and done", async () => {
  const { groups } = await committedStores();
  const openNow = async () => [...(await groups.listOpen(times.late, 10))].sort();
  const open = ["uuid-of-announced", "uuid-of-another", "uuid-of-deleted", "uuid-of-edited"];
  expect(await openNow()).toEqual(open);
  await groups.wantAnnounced(times.third, times.third, times.late);
  expect(await groups.find("announced")).toMatchObject({ wanted: 3 });
  await groups.noteCleaned("uuid-of-deleted");
  const { uuid } = newGroup("edited");
  expect(await groups.noteFilled(uuid, 2)).toBe(true);
  const state = { before: 0, filterRevision: 2, computed: 2 };
  expect(await groups.publishMembers(uuid, { ...members, filterRevision: 2 }, { ...state, after: 1 })).toBe(true);
  expect(await openNow()).toEqual(["uuid-of-announced", "uuid-of-another"]);
  const at = times.late;
  expect(await groups.releaseMembers(holdingGroup.uuid, held, { before: 1, after: 2, at })).toBe(true);
  await groups.holdMembers("uuid-of-released", { ...held, sequence: 2 }, { before: 2, filterRevision: 1, computed: 2 });
  expect(await groups.find("released")).toMatchObject({ heldSequence: 2 });
});

test("committed lists of addresses are read, and copied", async () => {
  const { addressLists } = await committedStores();
  const { hash } = members;
  expect(await addressLists.readByHash(hash, 0)).toEqual({ cidrs: ["10.0.0.0/24"], last: false });
  expect(await addressLists.readByHash(hash, 1)).toEqual({ cidrs: ["10.1.0.5/32"], last: true });
  expect(await addressLists.readPacked(hash, 0, 10)).toHaveLength(2);
  await addressLists.dropUpTo(`${feedToken.groupUuid}/held`, 1);
  expect(await addressLists.copy(hash, "another", 5)).toBe(true);
  await addressLists.dropUpTo(feedToken.groupUuid, 1);
  expect(await addressLists.readByHash(hash, 1)).toBeDefined();
});

test("committed connectors and feed tokens are known by their secrets", async () => {
  const { connectors, feedTokens } = await committedStores();
  expect(await connectors.list()).toEqual([connector]);
  const known = await connectors.findWithSecretHash("cloud");
  expect(known?.connector).toEqual(connector);
  expect(isSecretOf(secrets.connector, known?.secretHash ?? "")).toBe(true);
  expect(await connectors.listRemoved(10)).toEqual([{ uuid: "c-uuid-3", removedAt: times.third }]);

  const hash = "1bd6b0198fe79bec635102664ea5e5487511824836ec361907994793691d6149";
  expect(isSecretOf(secrets.consumer, hash)).toBe(true);
  expect(await feedTokens.findWithGroup(hash, "holding")).toEqual({ token: feedToken, group: holdingGroup });
  expect((await feedTokens.listByGroup([feedToken.groupUuid])).get(feedToken.groupUuid)).toEqual([feedToken]);
  expect(await feedTokens.listUnused(times.late, "", 10)).toEqual([feedToken]);
});

test("committed runs are read, and counted on", async () => {
  const { runs } = await committedStores();
  const { uuid: connectorUuid } = connector;
  const times1 = { openedAt: times.first, closedAt: times.second };
  const first = {
    discoveryId: "run-1",
    connectorUuid,
    sequence: 1,
    scope,
    ...times1,
    cleanUp: { removed: 2, kept: 7 },
  };
  expect(await runs.find(connectorUuid, "run-1")).toEqual(first);
  const [second] = await runs.listNewer(connectorUuid, 1, 10);
  expect(second).toMatchObject({ discoveryId: "run-2", scope: unlimitedScope, closedAt: null, cleanUp: null });
  if (second) await runs.close(second, times.third);
  expect(await runs.listUnfinished(times.late, 10)).toMatchObject([{ discoveryId: "run-2" }]);
  expect(await runs.findOrOpen(connectorUuid, "run-3", { scope, openedAt: times.late })).toMatchObject({ sequence: 3 });
  expect(await runs.purge(times.late, 10)).toBe(2);
});

test("a committed lease that has run out or was given back is taken, and one that is held is not", async () => {
  const { leases } = await committedStores();
  const lease = { holder: "holder-3", at: times.first, until: times.late };
  expect(await leases.acquire("rebuild the index", lease)).toEqual({ mark: null });
  expect(await leases.acquire("index what was seen", lease)).toBeUndefined();
  expect(await leases.acquire("index what was seen", { ...lease, at: times.late })).toEqual({ mark: times.third });
  expect(await leases.acquire("index what was seen", { ...lease, holder: "holder-1" })).toBeUndefined();
});
