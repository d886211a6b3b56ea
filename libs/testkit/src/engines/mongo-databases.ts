import { afterAll, beforeAll } from "@jest/globals";
import { type Db, MongoClient } from "mongodb";

/**
 * Returns a function that creates a database with a unique name. After the last test of the file, all these databases
 * are dropped.
 */
export function mongoDatabases(prefix: string): () => Db {
  const client = new MongoClient(process.env.TEST_MONGO_URL ?? "", {
    ignoreUndefined: true,
    serverSelectionTimeoutMS: 60_000,
    socketTimeoutMS: 120_000,
  });
  const file = `${prefix}_${crypto.randomUUID().slice(0, 8)}`;
  const created: Db[] = [];

  beforeAll(async () => {
    await client.connect();
  });
  afterAll(async () => {
    for (const database of created) await database.dropDatabase();
    await client.close();
  });

  return () => {
    const database = client.db(`${file}_${created.length}`);
    created.push(database);
    return database;
  };
}
