import { expect, test } from "@jest/globals";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { recordDatabase } from "../../test/prepared-database.ts";
import { everything } from "../connectors/discovery-run.ts";
import { createMongoItemStore } from "../items/mongo-item-store.ts";
import { createMongoItemWalk } from "../items/mongo-item-walk.ts";
import { createMongoMembershipStore } from "../items/mongo-membership-store.ts";
import { itemRecordContract } from "./item-record.contract.ts";
import { createMongoItemRemovalStore } from "./mongo-item-removal-store.ts";

const database = recordDatabase();

itemRecordContract(async () => ({
  // The smallest step: whatever takes several is seen with two items.
  items: createMongoItemStore(database, { step: 1 }),
  walk: createMongoItemWalk(database),
  removals: createMongoItemRemovalStore(database, { step: 1 }),
  memberships: createMongoMembershipStore(database, { step: 1, most: 1 }),
}));

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
