import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createIndexesOf } from "@network-access/service-runtime/test/indexes";
import { freePort } from "@network-access/testkit/free-port";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { MongoClient } from "mongodb";
import { type OwnersSimulator, startOwnersSimulator } from "../test/owners-simulator.ts";
import { type EvaluatorFiles, engines, settingsOf, writeEvaluatorFiles } from "../test/running-evaluator.ts";
import { DATABASE_INDEXES } from "./mongo-indexes.ts";

/**
 * The processes that a test started and that may still run. These tests start and stop the subgraph and the worker as
 * real processes.
 */
const children: ChildProcess[] = [];
let issuer: TestIssuer;
let owners: OwnersSimulator;
let files: EvaluatorFiles;
let environment: Record<string, string>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  files = await writeEvaluatorFiles(issuer);
});
afterAll(async () => {
  await issuer.stop();
  await files.remove();
});
beforeEach(async () => {
  const name = `be_proc_${crypto.randomUUID().slice(0, 8)}`;
  await createIndexesOf(name, DATABASE_INDEXES);
  owners = await startOwnersSimulator();
  environment = {
    ...issuer.environment("boundary-evaluator"),
    ...settingsOf(name, files, owners),
    LOG_LEVEL: "info",
  };
});
afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await owners.stop();
  const client = await new MongoClient(engines.mongoUrl).connect();
  await client.db(environment.MONGO_DATABASE ?? "").dropDatabase();
  await client.close();
});

function start(entry: string, members: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--no-warnings", new URL(`./${entry}.ts`, import.meta.url).pathname], {
    env: { ...environment, ...members },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const lines: string[] = [];
  child.stdout?.on("data", (chunk) => lines.push(String(chunk)));
  const exit = once(child, "exit").then(([code, signal]) => ({ code, signal, log: lines.join("") }));
  const says = (words: string) => lines.join("").includes(words);
  return { child, exit, says };
}

test.each(["main-subgraph", "main-worker"])("%s becomes ready, and exits with 0 on SIGTERM", async (entry) => {
  const port = await freePort();
  const { child, exit } = start(entry, { PORT: String(port) });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("readiness", isReady, 120_000);
  child.kill("SIGTERM");
  expect(await exit).toMatchObject({ code: 0, signal: null });
});

test.each(["main-subgraph", "main-worker"])(
  "%s exits at once on SIGTERM while it waits for its engines",
  async (entry) => {
    const unused = `127.0.0.1:${await freePort()}`;
    const { child, exit, says } = start(entry, { MONGO_URL: `mongodb://${unused}`, REDIS_URL: `redis://${unused}` });
    await until("it waits", () => says("the database does not answer yet"), 60_000);
    const began = performance.now();
    child.kill("SIGTERM");
    expect(await exit).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(30_000);
  },
);

test.each(["main-subgraph", "main-worker"])("%s names every wrong setting and exits with 1", async (entry) => {
  const { exit } = start(entry, { INVENTORY_URL: "", MONGO_DATABASE: "a b" });
  const { code, log } = await exit;
  expect(code).toBe(1);
  expect(log).toContain("INVENTORY_URL");
  expect(log).toContain("MONGO_DATABASE");
});
