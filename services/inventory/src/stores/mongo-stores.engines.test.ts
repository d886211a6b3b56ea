import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { type Db, MongoClient } from "mongodb";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createMongoAddressListStore } from "../addresses/mongo-address-list-store.ts";
import { everything } from "../connectors/discovery-run.ts";
import { createMongoConnectorStore } from "../connectors/mongo-connector-store.ts";
import { createMongoDiscoveryRunStore } from "../connectors/mongo-discovery-run-store.ts";
import { feedTokenContract } from "../feeds/feed-token-store.contract.ts";
import { createMongoFeedTokenStore } from "../feeds/mongo-feed-token-store.ts";
import { groupStoreContract } from "../groups/group-store.contract.ts";
import { createMongoGroupStore } from "../groups/mongo-group-store.ts";
import { membershipContract } from "../items/membership-store.contract.ts";
import { createMongoItemStore } from "../items/mongo-item-store.ts";
import { createMongoItemWalk } from "../items/mongo-item-walk.ts";
import { createMongoMembershipStore } from "../items/mongo-membership-store.ts";
import { createMongoLeaseStore } from "../projection/mongo-lease-store.ts";
import { itemRecordContract } from "../uploads/item-record.contract.ts";
import { createMongoItemRemovalStore } from "../uploads/mongo-item-removal-store.ts";
import { prepareRecord } from "./prepare-record.ts";
import {
  addressListContract,
  connectorContract,
  discoveryRunContract,
  leaseContract,
} from "./small-stores.contract.ts";

jest.setTimeout(30_000);

let client: MongoClient;
let database: Db;
beforeAll(async () => {
  client = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "", { ignoreUndefined: true, timeoutMS: 10_000 });
  database = client.db(`inventory_stores_${crypto.randomUUID().slice(0, 8)}`);
  await prepareRecord(database);
  await prepareRecord(database);
});
afterEach(async () => {
  for (const collection of await database.collections()) await collection.deleteMany({});
});
afterAll(async () => {
  await database.dropDatabase();
  await client.close();
});

const openRecord = async () => ({
  items: createMongoItemStore(database, { step: 1 }),
  walk: createMongoItemWalk(database),
  removals: createMongoItemRemovalStore(database, { step: 1 }),
  // The smallest step: whatever takes several is seen with two items.
  memberships: createMongoMembershipStore(database, { step: 1, most: 1 }),
});
itemRecordContract(openRecord);
membershipContract(openRecord);
groupStoreContract(async () => createMongoGroupStore(database));
addressListContract(async () => createMongoAddressListStore(database));
feedTokenContract(async () => ({
  tokens: createMongoFeedTokenStore(database),
  groups: createMongoGroupStore(database),
}));
connectorContract(async () => createMongoConnectorStore(database));
discoveryRunContract(async () => createMongoDiscoveryRunStore(database));
leaseContract(async () => createMongoLeaseStore(database));

test("a run that was forgotten by others and opened anew is not forgotten by whoever is late", async () => {
  const openedAt = new Date("2026-01-01T00:00:00Z");
  const openedAnew = new Date("2026-03-01T00:00:00Z");
  const before = new Date("2026-02-01T00:00:00Z");
  const runs = createMongoDiscoveryRunStore(database);
  await runs.findOrOpen("c", "nightly", { scope: everything, openedAt });
  const late = createMongoDiscoveryRunStore(
    heldUpBeforeDeleting(database, async () => {
      expect(await runs.purge(before, 10)).toBe(1);
      await runs.findOrOpen("c", "nightly", { scope: everything, openedAt: openedAnew });
    }),
  );
  expect(await late.purge(before, 10)).toBe(0);
  expect(await runs.find("c", "nightly")).toMatchObject({ openedAt: openedAnew });
});

/** The database as somebody sees it who is held up between reading and deleting. */
function heldUpBeforeDeleting(of: Db, meanwhile: () => Promise<void>): Db {
  const proxied = <Target extends object>(target: Target, special: Record<string, unknown>): Target =>
    new Proxy(target, {
      get(inner, name) {
        const value: unknown = special[String(name)] ?? Reflect.get(inner, name);
        return typeof value === "function" ? value.bind(inner) : value;
      },
    });
  return proxied(of, {
    collection(name: string) {
      const collection = of.collection(name);
      const deleteMany = async (filter: object) => {
        await meanwhile();
        return collection.deleteMany(filter);
      };
      return proxied(collection, { deleteMany });
    },
  });
}

test("a removal looks once more after it has read all there was, for what a cursor missed", async () => {
  const items = createMongoItemStore(database);
  await items.insert([aWrite("one"), aWrite("two")], aStamp());
  const sweep = { connectorUuid: "c-1", scope: everything, sequence: 2 };
  const removed: number[] = [];
  for await (const step of createMongoItemRemovalStore(database).removeUnseen(sweep, new Date())) {
    if (removed.length === 0) await items.insert([aWrite("missed")], aStamp());
    removed.push(step);
  }
  expect(removed).toEqual([2, 1]);
});
