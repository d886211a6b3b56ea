import { afterEach, beforeAll } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import type { Db } from "mongodb";
import { prepareKeyIndexes } from "../src/keys/mongo-key-store.ts";

/** Creates a separate database for one test file. The database is empty at the start of each test. */
export function preparedDatabase(): Db {
  const database = mongoDatabases("mcp_tools")();
  beforeAll(async () => {
    // The call is repeated, because it must also succeed if the indexes exist already.
    await prepareKeyIndexes(database);
    await prepareKeyIndexes(database);
  });
  afterEach(async () => {
    for (const collection of await database.collections()) await collection.deleteMany({});
  });
  return database;
}
