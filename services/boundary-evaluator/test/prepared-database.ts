import { createIndexes } from "@network-access/service-runtime/test/indexes";
import type { Db } from "mongodb";
import { DATABASE_INDEXES } from "../src/mongo-indexes.ts";

/** Creates the indexes of the service in a test's database. */
export async function prepared(database: Db): Promise<Db> {
  await createIndexes(database, ...DATABASE_INDEXES);
  return database;
}
