import { afterEach, beforeAll } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import type { Db } from "mongodb";
import { prepareIndexes } from "../src/mongo-indexes.ts";

/** Creates a separate database for one test file. The database is empty at the start of each test. */
export function preparedDatabase(): Db {
  const database = mongoDatabases("inventory")();
  beforeAll(async () => {
    // The call is repeated, because it must also succeed if the indexes exist already.
    await prepareIndexes(database);
    await prepareIndexes(database);
  });
  afterEach(async () => {
    for (const collection of await database.collections()) await collection.deleteMany({});
  });
  return database;
}
