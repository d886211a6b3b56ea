import { afterEach, beforeAll } from "@jest/globals";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import type { Db } from "mongodb";
import { KEY_INDEXES } from "../src/keys/mongo-key-store.ts";

/** Creates a separate database for one test file. The database is empty at the start of each test. */
export function preparedDatabase(): Db {
  const database = mongoDatabases("mcp_tools")();
  beforeAll(() => createIndexes(database, KEY_INDEXES));
  afterEach(async () => {
    for (const collection of await database.collections()) await collection.deleteMany({});
  });
  return database;
}
