import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "@jest/globals";
import { hashSecret } from "@network-access/access/basic-credentials";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { until } from "@network-access/testkit/until";
import { createKeyFinder } from "./find-key.ts";
import { createMongoKeyStore, KEY_INDEXES } from "./mongo-key-store.ts";
import type { ToolKey } from "./tool-key.ts";

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const aKey = (id: string): ToolKey => ({
  ...{ id, label: id, kind: "long-lived", createdAt: new Date(0), createdBy: "ada", expiresAt: null },
  ...{ lastUsedAt: null, revokedAt: null, revokedBy: null },
});

test("without the database a remembered key counts for 5 s, every other key is unavailable, and then all are found", async () => {
  const { logger } = keepLogLines();
  const door = await createEngineDoor(process.env.TEST_MONGO_URL ?? "");
  ends.push(door.shut);
  const database = `mcp_tools_${randomUUID().slice(0, 8)}`;
  const mongo = connectMongo({ url: door.url, database, logger });
  await mongo.start();
  ends.push(mongo.stop, async () => void (await mongo.database.dropDatabase()));
  await createIndexes(mongo.database, KEY_INDEXES);
  const store = createMongoKeyStore(mongo.database);
  await store.insert(aKey("used"), hashSecret("used"));
  await store.insert(aKey("unused"), hashSecret("unused"));

  let passedMs = 0;
  const elapsedMs = () => performance.now() + passedMs;
  const finder = createKeyFinder({ store, now: () => new Date(), elapsedMs, logger });
  const kinds = async () => Promise.all(["used", "unused", "unknown"].map(async (id) => (await finder.find(id)).kind));
  expect((await finder.find("used")).kind).toBe("valid");

  await door.shut();
  expect((await finder.find("used")).kind).toBe("valid");
  passedMs += 5_000;
  expect(await kinds()).toEqual(["unavailable", "unavailable", "unavailable"]);
  expect(finder.isKnown("used")).toBe(true);

  await door.open();
  const found = await until("an answer", async () => {
    const all = await kinds();
    return !all.includes("unavailable") && all;
  });
  expect(found).toEqual(["valid", "valid", "unknown"]);
  const { lastUsedAt } = await until("the use", async () => {
    // If the service fails to record a use, it tries again at the next use. The test therefore uses the key repeatedly.
    await finder.find("unused");
    const key = await store.find("unused");
    return key?.lastUsedAt && key;
  });
  expect((lastUsedAt?.getTime() ?? 1) % 3_600_000).toBe(0);
});
