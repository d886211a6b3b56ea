import { expect, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { mongoBoundaryStore } from "./boundaries/mongo-boundary-store.ts";
import { mongoUseLedger } from "./evaluations/mongo-use-ledger.ts";

const aDatabase = mongoDatabases("be");

test("every replica may create the indexes concurrently", async () => {
  const database = aDatabase();
  const make = () => Promise.all([mongoBoundaryStore(database).prepare(), mongoUseLedger(database).prepare()]);
  await expect(Promise.all([make(), make(), make()])).resolves.toHaveLength(3);
});
