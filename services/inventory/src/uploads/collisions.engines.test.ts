import { expect, test } from "@jest/globals";
import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { aFilter, aStamp, aWrite, collect } from "../../test/inventory-builders.ts";
import { unlimitedScope } from "../connectors/discovery-run.ts";
import { createMongoGroupStore } from "../groups/mongo-group-store.ts";
import { createMongoItemStore } from "../items/mongo-item-store.ts";
import { createMongoMembershipStore } from "../items/mongo-membership-store.ts";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { createMongoItemRemovalStore } from "./mongo-item-removal-store.ts";

const at = new Date("2026-01-01T00:00:00Z");
const far = new Date("2030-01-01T00:00:00Z");

const database = preparedDatabase("inventory", DATABASE_INDEXES);

test("groups that several processes request concurrently are wanted once for each request", async () => {
  const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
  const text = { revision: 1, name: "g", description: null, filter: aFilter({ types: ["vm"] }), filterRevision: 1 };
  const groups = createMongoGroupStore(database);
  const uuids = Array.from({ length: 60 }, () => crypto.randomUUID());
  for (const uuid of uuids) await groups.create({ id: `g-${uuid}`, uuid, ...text, ...stamps }, undefined);

  const requested = new Map(uuids.map((uuid) => [uuid, 0]));
  const tellingProcess = async (of: number) => {
    const own = createMongoGroupStore(database);
    for (let round = 0; round < 4; round += 1) {
      const some = uuids.filter((_, n) => (n + round) % (of + 2) !== 0);
      for (const uuid of some) requested.set(uuid, (requested.get(uuid) ?? 0) + 1);
      await own.announceChange(some, `${of} ${round}`, at);
      await own.wantMembers(some, at, `${of} ${round}`);
    }
  };
  await Promise.all([0, 1, 2].map(tellingProcess));
  await groups.wantAnnounced(far, far, far);
  const found = await groups.findManyByUuid(uuids);
  expect(new Map(uuids.map((uuid) => [uuid, (found.get(uuid)?.wanted ?? 0) - 1]))).toEqual(requested);
});

test("items that several processes settle at once, each in its own order, are settled", async () => {
  const items = createMongoItemStore(database);
  await items.insert(
    Array.from({ length: 600 }, (_, n) => aWrite(`settled-${n}`)),
    aStamp(),
  );
  const memberships = createMongoMembershipStore(database);
  const open = await memberships.readOpen(1_000, far);
  const settled = open.map((item, n) => ({ ...item, memberships: [`group-${n % 7}/1`] }));
  const orders = [settled, settled.toReversed(), settled.toSorted((a, b) => (a.itemId > b.itemId ? -1 : 1))];
  await Promise.all(orders.map((order) => createMongoMembershipStore(database).settle(order)));
  expect(await memberships.readOpen(1_000, far)).toEqual([]);
});

test("items are seen, settled, filled into groups and removed at once", async () => {
  const items = createMongoItemStore(database);
  const memberships = createMongoMembershipStore(database);
  const writes = Array.from({ length: 600 }, (_, n) => aWrite(`busy-${n}`));
  const owner = { connectorUuid: "c-busy" };
  await items.insert(writes, aStamp(owner));
  const all = writes.map(({ itemId }) => ({ itemId, rev: 1 }));
  /** Marks the first 500 items as seen, and retries after a conflict as an upload does. */
  const see = async (runSequence: number) => {
    let isSeen = false;
    for (let attempt = 0; !isSeen && attempt < 10; attempt += 1)
      isSeen = await items.markSeen(writes.slice(0, 500), aStamp({ ...owner, runSequence }));
    expect(isSeen).toBe(true);
  };
  for (let round = 2; round < 6; round += 1) {
    const settled = await memberships.readOpen(1_000, far);
    // The removal uses the number of the previous round. It therefore keeps every item that was seen in the previous
    // round, even if this round has not marked the item as seen yet.
    const coverage = { connectorUuid: "c-busy", scope: unlimitedScope, sequence: round - 1 };
    await Promise.all([
      see(round),
      memberships.settle(settled),
      memberships.settle(settled.toReversed()),
      memberships.join("other/1", all.toReversed(), at),
      memberships.join(`group/${round}`, all, at),
      memberships.dropOlder("group", round),
      memberships.reopenAll(at),
      collect(createMongoItemRemovalStore(database).removeUnseen(coverage, at)),
    ]);
  }
  const left = await items.read(writes.map(({ itemId }) => itemId));
  expect(left.size).toBe(500);
});
