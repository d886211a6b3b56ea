import { afterEach, beforeAll } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import type { Db } from "mongodb";
import { prepareIndexes } from "../src/mongo-indexes.ts";

/** Makes a database of its own for one file of tests. It is empty at the start of each test. */
export function preparedDatabase(): Db {
  const database = mongoDatabases("inventory")();
  beforeAll(async () => {
    // Twice, because existing indexes must not fail.
    await prepareIndexes(database);
    await prepareIndexes(database);
  });
  afterEach(async () => {
    for (const collection of await database.collections()) await collection.deleteMany({});
  });
  return database;
}
