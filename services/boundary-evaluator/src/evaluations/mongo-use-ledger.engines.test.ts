import { expect, test } from "@jest/globals";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { createLogger } from "@network-access/service-runtime/logger";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { MongoClient } from "mongodb";
import { prepared } from "../../test/prepared-database.ts";
import { mongoUseLedger } from "./mongo-use-ledger.ts";
import { describeUseLedger } from "./use-ledger.contract.ts";

const aDatabase = mongoDatabases("be");

describeUseLedger("the Mongo store", async () => mongoUseLedger(await prepared(aDatabase())));

test("a write that the database did not answer in time is an error, and not taken for a duplicate", async () => {
  const door = await createEngineDoor(process.env.TEST_MONGO_URL ?? "");
  const logger = createLogger({ name: "test", level: "silent" });
  const { databaseName: database } = await prepared(aDatabase());
  const impatient = connectMongo({ url: door.url, database, logger, operationMs: 500 });
  await impatient.start();
  const ledger = mongoUseLedger(impatient.database);
  door.hold();
  const use = { changeRequestUuid: "cr", revision: 1, boundaryUuid: "b", usedAt: "2026-11-21T05:00:00.000Z" };
  await expect(ledger.add([use])).rejects.toThrow();
  await impatient.stop();
  await door.shut();
});

test("uses that several processes add concurrently, each in its own order, are stored", async () => {
  // If concurrent calls of `add` blocked each other, this timeout would make the test fail.
  const client = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "", { socketTimeoutMS: 30_000 });
  const ledger = mongoUseLedger(await prepared(client.db(aDatabase().databaseName)));
  for (let revision = 1; revision < 6; revision += 1) {
    const uses = Array.from({ length: 400 }, (_, n) => ({
      ...{ changeRequestUuid: `cr-${n}`, revision, boundaryUuid: "b" },
      usedAt: "2026-11-21T05:00:00.000Z",
    }));
    await Promise.all([uses, uses.toReversed(), uses, uses.toReversed()].map((order) => ledger.add(order)));
    expect((await ledger.usage(["b"])).get("b")?.useCount).toBe(revision * uses.length);
  }
  await client.close();
});
