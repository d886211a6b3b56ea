import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { createLogger } from "@network-access/service-runtime/logger";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { type Db, MongoClient } from "mongodb";
import { aBoundary } from "../../test/boundaries.ts";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import { describeBoundarySequence, describeBoundaryStore } from "../boundaries/boundary-store.contract.ts";
import { mongoBoundarySequence } from "../boundaries/mongo-boundary-sequence.ts";
import { mongoBoundaryStore } from "../boundaries/mongo-boundary-store.ts";
import {
  describeContentStore,
  describeEvaluationStore,
  describeUseLedger,
} from "../evaluations/evaluation-store.contract.ts";
import { mongoEvaluationStore } from "../evaluations/mongo-evaluation-store.ts";
import { mongoUseLedger } from "../evaluations/mongo-use-ledger.ts";
import { describeDeliveryStore } from "../exports/delivery-store.contract.ts";
import { describeExportProgressStore } from "../exports/export-progress-store.contract.ts";
import { mongoDeliveryStore } from "../exports/mongo-delivery-store.ts";
import { mongoExportProgressStore } from "../exports/mongo-export-progress-store.ts";
import { mongoBoundaryInputsStore } from "../inputs/mongo-boundary-inputs-store.ts";
import { mongoContentStore } from "../inputs/mongo-content-store.ts";
import { describeIntegrationStore } from "../integrations/integration-store.contract.ts";
import { mongoIntegrationStore } from "../integrations/mongo-integration-store.ts";
import {
  describeBoundaryInputsStore,
  describeLatestEvaluationStore,
} from "../reevaluation/latest-evaluation-store.contract.ts";
import { mongoLatestEvaluationStore } from "../reevaluation/mongo-latest-evaluation-store.ts";

const prefix = `be_${crypto.randomUUID().slice(0, 8)}`;
const client = new MongoClient(process.env.TEST_MONGO_URL ?? "", { ignoreUndefined: true });
const used: string[] = [];

beforeAll(async () => {
  await client.connect();
});
afterAll(async () => {
  for (const name of used) await client.db(name).dropDatabase();
  await client.close();
});

function aDatabase(): Db {
  const name = `${prefix}_${used.length}`;
  used.push(name);
  return client.db(name);
}
async function prepared<Store extends { prepare(): Promise<void> }>(store: Store): Promise<Store> {
  await store.prepare();
  return store;
}

describeBoundaryStore("the Mongo store", () => prepared(mongoBoundaryStore(aDatabase())));
describeBoundarySequence("the Mongo store", async () => mongoBoundarySequence(aDatabase()));
describeUseLedger("the Mongo store", () => prepared(mongoUseLedger(aDatabase())));
describeContentStore("the Mongo store", async () => mongoContentStore(aDatabase()));
describeLatestEvaluationStore("the Mongo store", () => prepared(mongoLatestEvaluationStore(aDatabase())));
describeBoundaryInputsStore("the Mongo store", async (now) => mongoBoundaryInputsStore(aDatabase(), now));
describeIntegrationStore("the Mongo store", async () => mongoIntegrationStore(aDatabase()));
describeDeliveryStore("the Mongo store", () => prepared(mongoDeliveryStore(aDatabase())));
describeExportProgressStore("the Mongo store", () => prepared(mongoExportProgressStore(aDatabase())));
describeEvaluationStore("the Mongo store", () => {
  const database = aDatabase();
  return prepared(mongoEvaluationStore(database, mongoContentStore(database)));
});

test("indexes may be asked for by every replica at once", async () => {
  const database = aDatabase();
  const make = () => Promise.all([mongoBoundaryStore(database).prepare(), mongoUseLedger(database).prepare()]);
  await expect(Promise.all([make(), make(), make()])).resolves.toHaveLength(3);
});

test("what the engine did not answer for in time is told, and not taken for something that was there", async () => {
  const door = await createEngineDoor(process.env.TEST_MONGO_URL ?? "");
  const logger = createLogger({ name: "test", level: "silent" });
  const hasty = connectMongo({ url: door.url, database: aDatabase().databaseName, logger, operationMs: 500 });
  await hasty.start();
  const ledger = await prepared(mongoUseLedger(hasty.database));
  door.hold();
  const use = { changeRequestUuid: "cr", revision: 1, boundaryUuid: "b", usedAt: "2026-11-21T05:00:00.000Z" };
  await expect(ledger.add([use])).rejects.toThrow();
  await hasty.stop();
  await door.shut();
});

test("uses that several processes note at once, each in its own order, are noted", async () => {
  // As patient as the processes are.
  const patient = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "", { socketTimeoutMS: 5_000 });
  const ledger = await prepared(mongoUseLedger(patient.db(aDatabase().databaseName)));
  for (let revision = 1; revision < 6; revision += 1) {
    const uses = Array.from({ length: 400 }, (_, n) => ({
      ...{ changeRequestUuid: `cr-${n}`, revision, boundaryUuid: "b" },
      usedAt: "2026-11-21T05:00:00.000Z",
    }));
    await Promise.all([uses, uses.toReversed(), uses, uses.toReversed()].map((order) => ledger.add(order)));
    expect((await ledger.usage(["b"])).get("b")?.useCount).toBe(revision * uses.length);
  }
  await patient.close();
});

test("a crash right after a save loses no revision: the next save keeps what it replaces", async () => {
  const database = aDatabase();
  const store = mongoBoundaryStore(database);
  const boundary = (revision: number) => aBoundary({ revision, name: `take ${revision}` });
  await store.replace({ kind: "boundary", boundary: boundary(1) }, null);
  for (const revision of [2, 3])
    await store.replace(
      { kind: "boundary", boundary: boundary(revision) },
      { kind: "boundary", boundary: boundary(revision - 1) },
    );
  expect(await database.collection("boundary-revisions").countDocuments()).toBe(2);
  expect(await Promise.all([1, 2, 3].map((revision) => store.find("b-1", revision)))).toEqual([1, 2, 3].map(boundary));
});

test("a large content lies in several documents, none near what the engine takes", async () => {
  const database = aDatabase();
  const text = Array.from({ length: 4_000_000 }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36)).join("");
  await mongoContentStore(database).keepAll([{ key: "large", shared: true, pieces: () => [text] }]);
  const chunks = await database.collection("contents").find().toArray();
  expect(chunks.length).toBeGreaterThan(1);
  expect(Math.max(...chunks.map(({ bytes }) => bytes.length()))).toBeLessThanOrEqual(2 * 1_024 * 1_024);
  expect((await mongoContentStore(database).read("large")) === text).toBe(true);
});

test("a shared content that another process stored is not made again", async () => {
  const database = aDatabase();
  const content = (text: () => string) => ({ key: "list", shared: true, pieces: () => [text()] });
  await mongoContentStore(database).keepAll([content(() => "10.0.0.0/8")]);
  const refusal = () => {
    throw new Error("it was asked for");
  };
  await mongoContentStore(database).keepAll([content(refusal)]);
  await expect(mongoContentStore(database).keepAll([{ ...content(refusal), key: "other" }])).rejects.toThrow(
    "asked for",
  );
});

test("only what is not counted is in the sweeper's index, and a record keeps text out of it", async () => {
  const database = aDatabase();
  const store = await prepared(mongoEvaluationStore(database, mongoContentStore(database)));
  await store.insert(aRecord(), someDetails());
  const [index] = (await database.collection("evaluations").indexes()).filter(({ name }) => name === "uncounted");
  expect(index?.partialFilterExpression).toEqual({ counted: false });
});
