import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { describeChangeRequestStore } from "./change-request-store.contract.ts";
import { CHANGE_REQUEST_INDEXES, mongoChangeRequestStore } from "./mongo-change-request-store.ts";

const aDatabase = mongoDatabases("cr");

describeChangeRequestStore("the Mongo store", async () => {
  const database = aDatabase();
  await createIndexes(database, CHANGE_REQUEST_INDEXES);
  return mongoChangeRequestStore(database);
});
