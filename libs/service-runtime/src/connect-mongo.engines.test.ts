import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { keepLogLines } from "../test/log-lines.ts";
import {
  connectMongo,
  isDuplicateKey,
  isRecordEngineAway,
  type MongoConnection,
  presentRecordEngineAway,
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

test("what is stored is found, and the check says yes", async () => {
  const things = mongo.database.collection<{ _id: string; n: number }>("things");
  await things.insertOne({ _id: "a", n: 1 });
  expect(await things.findOneAndUpdate({ _id: "a" }, { $inc: { n: 1 } }, { returnDocument: "after" })).toEqual({
    _id: "a",
    n: 2,
  });
  await mongo.check.check(AbortSignal.timeout(1_000));
});

test("a broken unique index is a duplicate key and not an engine that is away", async () => {
  const things = mongo.database.collection<{ _id: string }>("doubles");
  await things.insertOne({ _id: "a" });
  const error = await caught(things.insertOne({ _id: "a" }));
  expect(isDuplicateKey(error)).toBe(true);
  expect(isRecordEngineAway(error)).toBe(false);
  const many = await caught(things.insertMany([{ _id: "b" }, { _id: "a" }]));
  expect(isDuplicateKey(many)).toBe(true);
});

test("an engine that is not ready with a bulk of writes in time is away", async () => {
  const door = await createEngineDoor(url);
  const hasty = connectMongo({ url: door.url, database: mongo.database.databaseName, logger, operationMs: 500 });
  await hasty.start();
  door.hold();
  const error = await caught(hasty.database.collection("bulks").insertMany([{ n: 1 }, { n: 2 }], { ordered: false }));
  await hasty.stop();
  await door.shut();
  expect(presentRecordEngineAway(error)).toMatchObject({ code: "UPSTREAM_UNAVAILABLE", status: 503 });
}, 30_000);

test("another mistake in a command is neither", async () => {
  const error = await caught(mongo.database.command({ noSuchCommand: 1 }));
  expect([isDuplicateKey(error), isRecordEngineAway(error), presentRecordEngineAway(error)]).toEqual([
    false,
    false,
    undefined,
  ]);
});

test("an engine that is not there is told within seconds, and that nothing was stored", async () => {
  const lost = connectMongo({ url: "mongodb://127.0.0.1:9/", database: "test", logger, startMs: 100 });
  const began = performance.now();
  const error = await caught(lost.database.collection("things").insertOne({ n: 1 }));
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(presentRecordEngineAway(error)).toEqual({
    code: "UPSTREAM_UNAVAILABLE",
    status: 503,
    message: "the record store does not answer; nothing was stored; try again",
  });
  expect(isRecordEngineAway(await caught(lost.check.check(AbortSignal.timeout(1_000))))).toBe(true);
  await expect(Promise.resolve(lost.start())).rejects.toThrow();
  await lost.stop();
  const after = await caught(lost.database.collection("things").findOne({}));
  expect(isRecordEngineAway(after)).toBe(true);
}, 20_000);
