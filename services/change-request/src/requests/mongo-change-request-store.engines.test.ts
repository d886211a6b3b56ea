import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MongoClient } from "mongodb";
import { describeChangeRequestStore } from "./change-request-store.contract.ts";
import { mongoChangeRequestStore } from "./mongo-change-request-store.ts";

const prefix = `cr_${crypto.randomUUID().slice(0, 8)}`;
const client = new MongoClient(process.env.TEST_MONGO_URL ?? "", { ignoreUndefined: true });
const used: string[] = [];

beforeAll(() => client.connect());
afterAll(async () => {
  for (const name of used) await client.db(name).dropDatabase();
  await client.close();
});

async function makeStore() {
  const name = `${prefix}_${used.length}`;
  used.push(name);
  const store = mongoChangeRequestStore(client.db(name));
  await store.createIndexes();
  return store;
}

describeChangeRequestStore("the Mongo store", makeStore);

test("indexes may be asked for by every replica at once", async () => {
  const store = await makeStore();
  await expect(Promise.all([store.createIndexes(), store.createIndexes()])).resolves.toHaveLength(2);
});
