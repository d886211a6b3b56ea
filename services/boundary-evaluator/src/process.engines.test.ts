import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

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

async function until<Value>(what: string, look: () => Promise<Value | undefined | false>): Promise<Value> {
  const end = Date.now() + 90_000;
  for (;;) {
    const value = await look().catch(() => undefined);
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not happen within 90 s`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

test.each(["main-subgraph", "main-worker"])("%s gets ready, and ends with 0 on SIGTERM", async (entry) => {
  const port = await freePort();
  const { child, exit } = start(entry, { PORT: String(port) });
  await until("readiness", async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
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
