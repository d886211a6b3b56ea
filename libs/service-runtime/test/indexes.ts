import { type Db, MongoClient } from "mongodb";
import { type CollectionIndexes, createIndex, findMissingIndexes } from "../src/database/database-indexes.ts";

/** Creates the missing indexes of a test's database. */
export async function createIndexes(database: Db, ...needed: readonly CollectionIndexes[]): Promise<void> {
  for (const missing of await findMissingIndexes(database, needed)) await createIndex(database, missing);
}

/**
 * Creates a service's indexes in the database `name`, before the service starts. The default of `url` is the MongoDB
 * server that all tests share.
 */
export async function createIndexesOf(
  name: string,
  needed: readonly CollectionIndexes[],
  url: string = process.env.TEST_MONGO_URL ?? "",
): Promise<void> {
  const client = await MongoClient.connect(url);
  try {
    await createIndexes(client.db(name), ...needed);
  } finally {
    await client.close();
  }
}
