import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { until } from "@network-access/testkit/until";
import { MongoServerError } from "mongodb";
import { keepLogLines } from "../../test/log-lines.ts";
import { pause } from "../process/deadline.ts";
import {
  connectMongo,
  isDatabaseAway,
  isDuplicateKey,
  type MongoConnection,
  presentDatabaseAway,
  untilDatabaseAnswers,
} from "./connect-mongo.ts";

const url = process.env.TEST_MONGO_URL ?? "";
const { logger } = keepLogLines();
let mongo: MongoConnection;
beforeAll(async () => {
  mongo = connectMongo({ url, database: `test-${randomUUID()}`, logger });
  await mongo.start();
});
afterAll(async () => {
  await mongo.database.dropDatabase();
  await mongo.stop();
});

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a stored document is found, and the check passes", async () => {
  const things = mongo.database.collection<{ _id: string; n: number }>("things");
  await things.insertOne({ _id: "a", n: 1 });
  expect(await things.findOneAndUpdate({ _id: "a" }, { $inc: { n: 1 } }, { returnDocument: "after" })).toEqual({
    _id: "a",
    n: 2,
  });
  await mongo.check.check(AbortSignal.timeout(30_000));
});

test("a unique index violation is a duplicate key, and the database is not away", async () => {
  const things = mongo.database.collection<{ _id: string }>("doubles");
  await things.insertOne({ _id: "a" });
  const error = await caught(things.insertOne({ _id: "a" }));
  expect(isDuplicateKey(error)).toBe(true);
  expect(isDatabaseAway(error)).toBe(false);
  const many = await caught(things.insertMany([{ _id: "b" }, { _id: "a" }]));
  expect(isDuplicateKey(many)).toBe(true);
});

test("a database that does not finish a bulk write in time is away", async () => {
  const door = await createEngineDoor(url);
  const hasty = connectMongo({ url: door.url, database: mongo.database.databaseName, logger, operationMs: 500 });
  await hasty.start();
  door.hold();
  const error = await caught(hasty.database.collection("bulks").insertMany([{ n: 1 }, { n: 2 }], { ordered: false }));
  await hasty.stop();
  await door.shut();
  expect(presentDatabaseAway(error)).toMatchObject({ code: "UPSTREAM_UNAVAILABLE", status: 503 });
});

test("a database that stops reading in the middle of a large write is away", async () => {
  const door = await createEngineDoor(url);
  const hasty = connectMongo({ url: door.url, database: mongo.database.databaseName, logger, operationMs: 500 });
  await hasty.start();
  door.hold();
  const large = Array.from({ length: 40 }, () => ({ text: "x".repeat(500_000) }));
  const error = await caught(hasty.database.collection("large").insertMany(large));
  expect(isDatabaseAway(error)).toBe(true);
  await hasty.stop();
  await door.shut();
});

test("a database that ended every connection during calls is found again when it is back", async () => {
  const door = await createEngineDoor(url);
  const patient = connectMongo({ url: door.url, database: mongo.database.databaseName, logger });
  await patient.start();
  const things = patient.database.collection("things");
  const find = () => things.findOne({});
  await Promise.all([find(), find(), find()]);
  // The driver checks the server periodically. The pause ensures that such a check is in progress when the connections
  // end.
  await pause(700);
  door.hold();
  const interrupted = [find(), find(), find()].map(caught);
  await pause(100);
  await door.shut();
  for (const error of await Promise.all(interrupted)) expect(isDatabaseAway(error)).toBe(true);
  await door.open();
  await until("an answer", async () => (await caught(find())) === undefined);
  await patient.stop();
  await door.shut();
});

test("a process that starts before its database works as soon as the database is there", async () => {
  const door = await createEngineDoor(url);
  await door.shut();
  const early = connectMongo({ url: door.url, database: mongo.database.databaseName, logger });
  const started = early.start();
  await pause(3_000);
  await door.open();
  await started;
  expect(await caught(early.database.command({ ping: 1 }))).toBeUndefined();
  await early.stop();
  await door.shut();
});

test("a start ends at once if the database refuses the credentials", async () => {
  let attempts = 0;
  const refused = untilDatabaseAnswers({ waitMs: 30_000, logger }, () => {
    attempts += 1;
    throw new MongoServerError({ code: 18, errmsg: "authentication failed" });
  });
  expect(isDatabaseAway(await caught(refused))).toBe(true);
  expect(attempts).toBe(1);
});

test("an invalid command is neither", async () => {
  const error = await caught(mongo.database.command({ noSuchCommand: 1 }));
  expect([isDuplicateKey(error), isDatabaseAway(error), presentDatabaseAway(error)]).toEqual([false, false, undefined]);
});

test("without a server the error comes within seconds and says that nothing was stored", async () => {
  const lost = connectMongo({ url: "mongodb://127.0.0.1:9/", database: "test", logger, startMs: 100 });
  const began = performance.now();
  const error = await caught(lost.database.collection("things").insertOne({ n: 1 }));
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(presentDatabaseAway(error)).toEqual({
    code: "UPSTREAM_UNAVAILABLE",
    status: 503,
    message: "the database does not answer; nothing was stored; try again",
  });
  expect(isDatabaseAway(await caught(lost.check.check(AbortSignal.timeout(1_000))))).toBe(true);
  await expect(Promise.resolve(lost.start())).rejects.toThrow();
  await lost.stop();
  const after = await caught(lost.database.collection("things").findOne({}));
  expect(isDatabaseAway(after)).toBe(true);
});
