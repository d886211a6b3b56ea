import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import type { Crash } from "../processes/child-process.ts";
import { temporaryDataFolder } from "../processes/temporary-data-folder.ts";
import { prepareEngines } from "./prepare-engines.ts";
import { type RunningEngines, startEngines } from "./start-engines.ts";

const dataFolder = temporaryDataFolder();
const crashes: Crash[] = [];
let engines: RunningEngines;

beforeAll(async () => {
  // OpenSearch starts slowly and is not tested here. An engine that has a URL is not started, so the test passes a URL
  // for OpenSearch.
  const prepared = await prepareEngines({ urls: { opensearch: "http://127.0.0.1:9" } });
  engines = await startEngines({ engines: prepared, dataFolder, onCrash: (crash) => crashes.push(crash) });
}, 240_000);

afterAll(async () => {
  await engines.stop();
  rmSync(dataFolder, { recursive: true });
});

test("an engine given by URL is neither started nor stopped", () => {
  expect(engines.opensearchUrl).toBe("http://127.0.0.1:9");
  expect(engines.opensearch).toBeUndefined();
});

test("documents remain after the database stops and starts again on the same port", async () => {
  const write = await MongoClient.connect(engines.mongoUrl);
  await write.db("kept").collection<{ _id: string }>("things").insertOne({ _id: "a" });
  await write.close();
  await engines.mongo?.stop();
  await expect(MongoClient.connect(engines.mongoUrl, { serverSelectionTimeoutMS: 300 })).rejects.toThrow(
    /ECONNREFUSED/,
  );
  await engines.mongo?.start();
  const read = await MongoClient.connect(engines.mongoUrl);
  expect(await read.db("kept").collection<{ _id: string }>("things").findOne({ _id: "a" })).toEqual({ _id: "a" });
  await read.close();
});

test("keys remain after Redis stops and starts again", async () => {
  const write = new Redis(engines.redisUrl);
  await write.set("kept", "yes");
  await write.quit();
  await engines.redis?.stop();
  await engines.redis?.start();
  const read = new Redis(engines.redisUrl);
  expect(await read.get("kept")).toBe("yes");
  expect(await read.config("GET", "maxmemory-policy")).toEqual(["maxmemory-policy", "noeviction"]);
  await read.quit();
});

test("a crashed engine is reported with its log; a stopped one is not", async () => {
  expect(crashes).toEqual([]);
  const valkey = engines.redis?.processes()[0];
  process.kill(valkey?.pid ?? 0, "SIGKILL");
  await valkey?.ended;
  expect(crashes).toEqual([{ name: "valkey", ending: "SIGKILL", log: valkey?.log }]);
  await engines.redis?.start();
});
