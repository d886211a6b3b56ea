import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { connectMongo, isDatabaseAway, type MongoConnection } from "@network-access/service-runtime/connect-mongo";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { until } from "@network-access/testkit/until";
import { DEFAULT_PROPERTIES } from "./default-properties.ts";
import { createDefaultProperties } from "./insert-default-properties.ts";
import { createMongoPropertyStore } from "./mongo-property-store.ts";

const { logger, lines } = keepLogLines("warn");
let door: EngineDoor;
let mongo: MongoConnection;

beforeEach(async () => {
  door = await createEngineDoor(process.env.TEST_MONGO_URL ?? "");
  mongo = connectMongo({ url: door.url, database: `properties-${randomUUID()}`, logger, operationMs: 1_000 });
  await mongo.start();
  lines.length = 0;
});
afterEach(async () => {
  await door.open();
  await until("the database is dropped", () => mongo.database.dropDatabase().catch(() => false));
  await mongo.stop();
  await door.shut();
});

test("the start waits while the database does not answer, and then inserts every default property once", async () => {
  const properties = createMongoPropertyStore(mongo.database);
  const part = createDefaultProperties(properties, logger);
  door.hold();
  const starting = Promise.resolve(part.start());
  await until("the start waits", () => lines.length > 0);
  await door.open();
  await starting;
  expect(lines[0]).toMatchObject({ msg: "the database does not answer yet" });
  await part.start();
  expect((await properties.list()).map(({ key }) => key)).toEqual(DEFAULT_PROPERTIES.map(({ key }) => key));
});

test("a process that stops does not wait for the database", async () => {
  const part = createDefaultProperties(createMongoPropertyStore(mongo.database), logger);
  door.hold();
  const starting = Promise.resolve(part.start()).catch((error: unknown) => error);
  await until("the start waits", () => lines.length > 0);
  await part.stop();
  expect(isDatabaseAway(await starting)).toBe(true);
  expect(lines).toHaveLength(1);
});
