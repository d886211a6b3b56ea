import { type Db, MongoClient } from "mongodb";
import { type CollectionIndexes, createIndex, findMissingIndexes } from "../src/database/database-indexes.ts";

/** Creates the missing indexes of a test's database. */
export async function createIndexes(database: Db, ...needed: readonly CollectionIndexes[]): Promise<void> {
  for (const missing of await findMissingIndexes(database, needed)) await createIndex(database, missing);
}

/** Creates the indexes that a service needs in a database of the tests' engine, before the service starts on it. */
export async function createIndexesOf(name: string, needed: readonly CollectionIndexes[]): Promise<void> {
  const client = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "");
  try {
    await createIndexes(client.db(name), ...needed);
  } finally {
    await client.close();
  }
}
