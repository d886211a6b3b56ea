import { afterEach, beforeAll } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import type { Db } from "mongodb";
import type { CollectionIndexes } from "../src/database/database-indexes.ts";
import { createIndexes } from "./indexes.ts";

/** Creates a separate database with these indexes for one test file. The database is empty at the start of each test. */
export function preparedDatabase(prefix: string, indexes: readonly CollectionIndexes[]): Db {
  const database = mongoDatabases(prefix)();
  beforeAll(() => createIndexes(database, ...indexes));
  afterEach(async () => {
    for (const collection of await database.collections()) await collection.deleteMany({});
  });
  return database;
}
