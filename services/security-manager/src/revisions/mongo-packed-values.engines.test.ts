import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { Binary } from "mongodb";
import { createMongoPackedValues } from "./mongo-packed-values.ts";

type Stored = { _id: number | string; deviceId: number; packed: Binary };

const newDatabase = mongoDatabases("packed");

test("a value that is larger than a document may be is stored, read, replaced by a small one and removed", async () => {
  const collection = newDatabase().collection<Stored>("values");
  const values = createMongoPackedValues<string[]>(collection);
  const large = Array.from({ length: 36 }, () => randomBytes(1_024 * 1_024).toString("hex"));
  await values.store({ id: 7, deviceId: 1 }, large);
  await values.store({ id: 71, deviceId: 2 }, ["another"]);
  expect((await values.read(7))?.join() === large.join()).toBe(true);
  expect(await collection.countDocuments()).toBeGreaterThan(4);
  await values.store({ id: 7, deviceId: 1 }, ["small"]);
  expect(await values.read(7)).toEqual(["small"]);
  await values.remove(7);
  expect(await values.read(7)).toBeUndefined();
  expect(await values.read(71)).toEqual(["another"]);
  expect(await collection.countDocuments()).toBe(1);
  await values.removeOfDevice(2);
  expect(await collection.countDocuments()).toBe(0);
});

test("a value whose pieces are not all written does not exist", async () => {
  const collection = newDatabase().collection<Stored>("values");
  const values = createMongoPackedValues<string[]>(collection);
  await values.store(
    { id: 1, deviceId: 1 },
    Array.from({ length: 18 }, () => randomBytes(1_024 * 1_024).toString("hex")),
  );
  await collection.deleteMany({ _id: "1:1" });
  expect(await values.read(1)).toBeUndefined();
});

test("a value of an earlier version is read", async () => {
  const collection = newDatabase().collection<Stored>("values");
  await collection.insertOne({ _id: 3, deviceId: 1, packed: new Binary(gzipSync(JSON.stringify({ rows: [] }))) });
  expect(await createMongoPackedValues(collection).read(3)).toEqual({ rows: [] });
});
