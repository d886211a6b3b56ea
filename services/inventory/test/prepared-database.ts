import { afterEach, beforeAll } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import type { Db } from "mongodb";
import { prepareIndexes } from "../src/mongo-indexes.ts";

/** A record of its own for one file of tests; it is empty when a test begins. */
export function recordDatabase(): Db {
  const database = mongoDatabases("inventory")();
  beforeAll(async () => {
    // Indexes that are there do no harm.
    await prepareIndexes(database);
    await prepareIndexes(database);
  });
  afterEach(async () => {
    for (const collection of await database.collections()) await collection.deleteMany({});
  });
  return database;
}
