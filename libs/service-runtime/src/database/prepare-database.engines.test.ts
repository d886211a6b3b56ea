import { expect, test } from "@jest/globals";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { until } from "@network-access/testkit/until";
import { keepLogLines } from "../../test/log-lines.ts";
import { DONE, FAILED, INTERRUPTED } from "../commands/exit-codes.ts";
import { connectMongo, isDatabaseAway } from "./connect-mongo.ts";
import { type CollectionIndexes, findMissingIndexes } from "./database-indexes.ts";
import { createIndexCheck } from "./index-check.ts";
import { prepareDatabase } from "./prepare-database.ts";

const url = process.env.TEST_MONGO_URL ?? "";
const newDatabase = mongoDatabases("prepare");
const things = (...indexes: CollectionIndexes["indexes"]): CollectionIndexes => ({ collection: "things", indexes });
const every = [
  things(
    { key: { a: 1, b: -1 } },
    { key: { secret: 1 }, unique: true, name: "secret" },
    { key: { deletedAt: 1 }, sparse: true },
    { key: { open: 1 }, name: "open", partialFilterExpression: { open: { $exists: true } } },
  ),
  { collection: "others", indexes: [{ key: { a: 1 } }] },
] satisfies CollectionIndexes[];

async function prepare(
  name: string,
  needed: readonly CollectionIndexes[],
  { mongoUrl = url, deadlineMs = 30_000, signal = new AbortController().signal } = {},
) {
  const { logger, lines } = keepLogLines("info");
  const config = { mongo: { url: mongoUrl, database: name }, deadlineMs };
  return { code: await prepareDatabase(config, needed, logger, signal), lines };
}

test("indexes of every kind are created, and a repeated preparation finds them", async () => {
  const database = newDatabase();
  expect(await findMissingIndexes(database, every)).toHaveLength(5);
  const first = await prepare(database.databaseName, every);
  expect(first.code).toBe(DONE);
  expect(first.lines.at(-1)).toMatchObject({ created: 5, present: 0, unfinished: 0 });
  expect(await findMissingIndexes(database, every)).toEqual([]);
  const second = await prepare(database.databaseName, every);
  expect(second.code).toBe(DONE);
  expect(second.lines.at(-1)).toMatchObject({ created: 0, present: 5, unfinished: 0 });
});

test("preparations at once create each index, also where they end in a deadlock of the database", async () => {
  for (let round = 0; round < 2; round += 1) {
    const database = newDatabase();
    await database.collection("things").insertMany(Array.from({ length: 500 }, (_, n) => ({ a: n, secret: n })));
    const runs = await Promise.all([1, 2, 3, 4].map(() => prepare(database.databaseName, every)));
    expect(runs.map(({ code, lines }) => [code, lines.filter(({ level }) => level === "error")])).toEqual(
      runs.map(() => [DONE, []]),
    );
    expect(await findMissingIndexes(database, every)).toEqual([]);
  }
});

test("an index with other options or another order of its fields is not the one that is needed", async () => {
  const database = newDatabase();
  await prepare(database.databaseName, every);
  const others = things(
    { key: { b: -1, a: 1 } },
    { key: { a: 1, b: 1 } },
    { key: { secret: 1 } },
    { key: { deletedAt: 1 } },
    { key: { open: 1 }, partialFilterExpression: { open: true } },
  );
  expect((await findMissingIndexes(database, [others])).map(({ index }) => index)).toEqual(others.indexes);
});

test("an index that documents contradict is named without their values, and the others are created", async () => {
  const database = newDatabase();

  await database.collection("things").insertMany([{ secret: "hunter2" }, { secret: "hunter2" }]);
  const failed = await prepare(database.databaseName, every);
  expect(failed.code).toBe(FAILED);
  expect(failed.lines).toContainEqual(
    expect.objectContaining({
      ...{ msg: "an index could not be finished", collection: "things", index: "secret" },
      reason: "documents have equal values where the index needs different ones",
    }),
  );
  expect(JSON.stringify(failed.lines)).not.toContain("hunter2");
  expect((await findMissingIndexes(database, every)).map(({ name }) => name)).toEqual(["secret"]);
  await database.collection("things").deleteMany({ secret: "hunter2" });
  expect((await prepare(database.databaseName, every)).code).toBe(DONE);
});

test("after the deadline the unfinished indexes are named, and a repeated preparation finishes", async () => {
  const database = newDatabase();
  const door = await createEngineDoor(url);
  door.slowDown("createIndexes", 60_000);
  const began = performance.now();
  const late = await prepare(database.databaseName, every, { mongoUrl: door.url, deadlineMs: 5_000 });
  expect(performance.now() - began).toBeLessThan(40_000);
  await door.shut();
  expect(late.code).toBe(FAILED);
  const named = late.lines.filter(({ msg }) => msg === "an index could not be finished").map(({ index }) => index);
  expect(named).toEqual(["a_1_b_-1", "secret", "deletedAt_1", "open", "a_1"]);
  expect(late.lines.at(-1)).toMatchObject({ level: "fatal", unfinished: 5 });
  expect((await prepare(database.databaseName, every)).code).toBe(DONE);
});

test("an index that is listed but may still be building is waited for", async () => {
  const database = newDatabase();
  expect((await prepare(database.databaseName, every)).code).toBe(DONE);
  const door = await createEngineDoor(url);
  door.slowDown("createIndexes", 60_000);
  const late = await prepare(database.databaseName, every, { mongoUrl: door.url, deadlineMs: 5_000 });
  await door.shut();
  expect(late.code).toBe(FAILED);
  expect(late.lines.at(-1)).toMatchObject({ level: "fatal", created: 0, unfinished: 5 });
});

test("a signal ends the preparation at once", async () => {
  const door = await createEngineDoor(url);
  door.hold();
  const interrupted = new AbortController();
  const running = prepare(newDatabase().databaseName, every, { mongoUrl: door.url, signal: interrupted.signal });
  setTimeout(() => interrupted.abort(new Error("interrupted")), 300);
  expect((await running).code).toBe(INTERRUPTED);
  await door.shut();
});

test("a start waits for the indexes that a preparation is creating", async () => {
  const database = newDatabase();
  const { logger, lines } = keepLogLines("info");
  const check = createIndexCheck({ database, indexes: every, createdBy: "things-prepare", logger });
  const starting = check.start();
  await until("the start waits", () => lines.length > 0);
  await prepare(database.databaseName, every);
  await starting;
  expect(lines).toMatchObject([
    {
      msg: "the database lacks indexes",
      createdBy: "things-prepare",
      missing: expect.arrayContaining(["open of things"]),
    },
  ]);
});

test("a start without the indexes fails, and names them and the process that creates them", async () => {
  const database = newDatabase();
  await prepare(database.databaseName, every.slice(1));
  const { logger } = keepLogLines("info");
  const check = createIndexCheck({ database, indexes: every, createdBy: "things-prepare", logger, waitMs: 50 });
  await expect(check.start()).rejects.toThrow(
    "the database lacks indexes, so run things-prepare first: a_1_b_-1 of things, secret of things, deletedAt_1 of things, open of things",
  );
});

test("a start waits while the database does not answer", async () => {
  const database = newDatabase();
  await prepare(database.databaseName, every);
  const { logger, lines } = keepLogLines("info");
  const door = await createEngineDoor(url);
  const mongo = connectMongo({ url: door.url, database: database.databaseName, logger, operationMs: 500 });
  await mongo.start();
  lines.length = 0;
  door.hold();
  const check = createIndexCheck({ database: mongo.database, indexes: every, createdBy: "things-prepare", logger });
  const starting = Promise.resolve(check.start());
  await until("the start waits", () => lines.length > 0);
  await door.open();
  await starting;
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(["the database does not answer yet"]));
  await mongo.stop();
  await door.shut();
});

test("a start fails if the database does not answer in time", async () => {
  const door = await createEngineDoor(url);
  const { logger } = keepLogLines("info");
  const mongo = connectMongo({ url: door.url, database: "prepare", logger, operationMs: 500 });
  await mongo.start();
  door.hold();
  const options = { database: mongo.database, indexes: every, createdBy: "things-prepare", logger };
  const error = await Promise.resolve(createIndexCheck({ ...options, waitMs: 50 }).start()).catch((cause) => cause);
  expect(isDatabaseAway(error)).toBe(true);
  await mongo.stop();
  await door.shut();
});
