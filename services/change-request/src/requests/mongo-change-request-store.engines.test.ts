import { expect, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { describeChangeRequestStore } from "./change-request-store.contract.ts";
import { mongoChangeRequestStore } from "./mongo-change-request-store.ts";

const aDatabase = mongoDatabases("cr");

async function makeStore() {
  const store = mongoChangeRequestStore(aDatabase());
  await store.createIndexes();
  return store;
}

describeChangeRequestStore("the Mongo store", makeStore);

test("every replica may create the indexes at the same time", async () => {
  const store = await makeStore();
  await expect(Promise.all([store.createIndexes(), store.createIndexes()])).resolves.toHaveLength(2);
});
