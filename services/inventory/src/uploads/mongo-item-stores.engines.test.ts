import { expect, test } from "@jest/globals";
import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { unlimitedScope } from "../connectors/discovery-run.ts";
import { createMongoItemStore } from "../items/mongo-item-store.ts";
import { createMongoItemWalk } from "../items/mongo-item-walk.ts";
import { createMongoMembershipStore } from "../items/mongo-membership-store.ts";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { itemStoresContract } from "./item-stores.contract.ts";
import { createMongoItemRemovalStore } from "./mongo-item-removal-store.ts";

const database = preparedDatabase("inventory", DATABASE_INDEXES);

itemStoresContract(async () => ({
  // With the smallest step, two items already take several steps.
  items: createMongoItemStore(database, { step: 1 }),
  walk: createMongoItemWalk(database),
  removals: createMongoItemRemovalStore(database, { step: 1 }),
  memberships: createMongoMembershipStore(database, { step: 1, most: 1 }),
}));

test("a removal reads once more after the last item, for items that a cursor missed", async () => {
  const items = createMongoItemStore(database);
  await items.insert([aWrite("one"), aWrite("two")], aStamp());
  const coverage = { connectorUuid: "c-1", scope: unlimitedScope, sequence: 2 };
  const removed: number[] = [];
  for await (const step of createMongoItemRemovalStore(database).removeUnseen(coverage, new Date())) {
    if (removed.length === 0) await items.insert([aWrite("missed")], aStamp());
    removed.push(step);
  }
  expect(removed).toEqual([2, 1]);
});
