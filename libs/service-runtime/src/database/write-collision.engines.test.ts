import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Collection, MongoClient } from "mongodb";
import { isWriteCollision, throughCollisions } from "./write-collision.ts";

interface Thing {
  readonly _id: string;
  readonly owner: string;
  readonly n: number;
}

let client: MongoClient;
let things: Collection<Thing>;
const ids = Array.from({ length: 1_000 }, (_, n) => `t-${String(n).padStart(4, "0")}`);
beforeAll(async () => {
  client = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "");
  things = client.db(`test-${randomUUID()}`).collection("things");
  await things.createIndex({ owner: 1 });
  await things.insertMany(ids.toReversed().map((_id) => ({ _id, owner: "o", n: 0 })));
});
afterAll(async () => {
  await client.db(things.dbName).dropDatabase();
  await client.close();
});

/** Runs two calls of `update` concurrently. The calls match the same documents, but update them in different orders. */
const both = (update: (filter: object) => Promise<unknown>) =>
  Promise.allSettled([update({ owner: "o" }), update({ _id: { $in: ids } })]);

test("a collided write was undone as a whole, is distinguished from other errors, and succeeds when retried", async () => {
  let collisions = 0;
  const raise = async (filter: object) => {
    try {
      return await things.updateMany(filter, { $inc: { n: 1 } });
    } catch (error) {
      if (isWriteCollision(error)) collisions += 1;
      throw error;
    }
  };
  let rounds = 0;
  for (; collisions === 0 && rounds < 100; rounds += 1)
    for (const call of await both((filter) => throughCollisions(() => raise(filter))))
      expect(call).toMatchObject({ status: "fulfilled", value: { matchedCount: ids.length } });
  expect(collisions).toBeGreaterThan(0);
  expect(await things.distinct("n")).toEqual([2 * rounds]);
});

test("another error is thrown at once", async () => {
  let attempts = 0;
  const insert = () => {
    attempts += 1;
    return things.insertOne({ _id: "t-0001", owner: "o", n: 0 });
  };
  await expect(throughCollisions(insert)).rejects.toMatchObject({ code: 11_000 });
  expect(attempts).toBe(1);
});
