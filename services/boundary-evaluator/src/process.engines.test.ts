import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { freePort } from "@network-access/testkit/free-port";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { MongoClient } from "mongodb";
import { aKeyFile } from "../test/integrations.ts";
import { type OwnersSimulator, startOwnersSimulator } from "../test/owners-simulator.ts";

/** Both entries as real processes: how they start and end. */
jest.setTimeout(120_000);

const mongoUrl = process.env.TEST_MONGO_URL ?? "";
const redisUrl = process.env.TEST_REDIS_URL ?? "";
const children: ChildProcess[] = [];
let issuer: TestIssuer;
let owners: OwnersSimulator;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  folder = await mkdtemp(join(tmpdir(), "boundary-evaluator-"));
  await writeFile(join(folder, "keys.json"), aKeyFile("k1"));
  for (const audience of ["inventory", "change-request"])
    await writeFile(join(folder, `${audience}.jwt`), await issuer.serviceToken({ audience }));
});
afterAll(async () => {
  await issuer.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const name = `be_proc_${crypto.randomUUID().slice(0, 8)}`;
  owners = await startOwnersSimulator();
  environment = {
    ...issuer.environment("boundary-evaluator"),
    HOST: "127.0.0.1",
    DRAIN_SECONDS: "0",
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: name,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: name,
    SERVICE_TOKEN_FILE: join(folder, "{audience}.jwt"),
    INVENTORY_URL: owners.url,
    CHANGE_REQUEST_URL: owners.url,
    INTEGRATION_KEYS_FILE: join(folder, "keys.json"),
  };
});
afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await owners.stop();
  const client = await new MongoClient(mongoUrl).connect();
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
  return { child, exit };
}

test.each(["main-subgraph", "main-worker"])("%s gets ready, and ends with 0 on SIGTERM", async (entry) => {
  const port = await freePort();
  const { child, exit } = start(entry, { PORT: String(port) });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("readiness", isReady, 90_000);
  child.kill("SIGTERM");
  expect(await exit).toMatchObject({ code: 0, signal: null });
});

test.each(["main-subgraph", "main-worker"])("%s names every wrong setting and ends with 1", async (entry) => {
  const { exit } = start(entry, { INVENTORY_URL: "", MONGO_DATABASE: "a b" });
  const { code, log } = await exit;
  expect(code).toBe(1);
  expect(log).toContain("INVENTORY_URL");
  expect(log).toContain("MONGO_DATABASE");
});
