import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import type { SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { createIndexesOf } from "@network-access/service-runtime/test/indexes";
import { freePort } from "@network-access/testkit/free-port";
import { type MainProcess, startMainProcess } from "@network-access/testkit/main-process";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type Answer, managerEnvironment, namedPart, removeManager } from "../test/running-manager.ts";
import { DATABASE_INDEXES } from "./mongo-indexes.ts";

/**
 * These tests run two processes on one estate. The processes are killed repeatedly while configurations are uploaded.
 */

jest.setTimeout(1_500_000);

/**
 * `KILLS` is how often the test kills a process. Each of the `DEVICES` devices receives `CONFIGURATIONS` or more
 * configurations.
 */
const KILLS = Number(process.env.CRASH_KILLS ?? 4);
const CONFIGURATIONS = 4;
const DEVICES = 3;
/**
 * The time limit for making a revision, in milliseconds. Two processes may die while they make the revision, and a
 * third process then makes it. A process can take over the revision only when the claim of the dead process has
 * expired. The claim of the first process lasts 30 s, and the claim of the second process lasts two minutes.
 */
const ENDED_MS = 300_000;

const name = `manager-test-${crypto.randomUUID().slice(0, 8)}`;
let issuer: TestIssuer;
let authorization: string;
const replicas: { readonly port: number; process: MainProcess | undefined }[] = [];

beforeAll(async () => {
  issuer = await startTestIssuer();
  authorization = `Bearer ${await issuer.userToken({ permissions: ["estate:manage"] })}`;
  await createIndexesOf(name, DATABASE_INDEXES);
  for (let n = 0; n < 2; n += 1) {
    const port = await freePort();
    replicas.push({ port, process: await startReplica(port) });
  }
});
afterAll(async () => {
  for (const { process } of replicas) await process?.stop();
  await removeManager(name);
  await issuer.stop();
});

const startReplica = (port: number) =>
  startMainProcess(new URL("./main.ts", import.meta.url), managerEnvironment(issuer, name), { port });

let turn = 0;
/**
 * Sends a request to the two processes alternately, as a load balancer does, until one of them responds with a status
 * below 500.
 */
async function send(method: string, path: string, body?: string | object): Promise<Omit<Answer, "headers">> {
  for (;;) {
    turn += 1;
    try {
      const response = await fetch(`http://127.0.0.1:${replicas[turn % 2]?.port}/securitymanager/api${path}`, {
        method,
        headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status < 500) return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    } catch {
      // The process is dead, or died while it sent the response. The next attempt calls the other process.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const path = (device: number) => `/domain/1/device/${device}`;

/**
 * Imports a snapshot as the import command does. If the response is 409, sends the missing parts and starts again from
 * the newest revision.
 */
async function importSnapshot(device: number, parts: readonly SnapshotPartInput[]): Promise<number> {
  const named = parts.map(namedPart);
  for (;;) {
    const latest = await send("GET", `${path(device)}/rev/latest`);
    const put = await send("PUT", `${path(device)}/rev`, {
      ...{ configuredAt: new Date().toISOString(), baseRevision: latest.status === 200 ? latest.body.id : null },
      ...{ schema: "device-snapshot.v1", parts: named.map(({ sha256 }) => sha256) },
    });
    if (put.status === 200 || put.status === 201) return put.body.id;
    expect(put.status).toBe(409);
    const missing: readonly string[] = put.body.missing ?? [];
    for (const { sha256, json } of named)
      if (missing.includes(sha256)) await send("PUT", `${path(device)}/part/${sha256}`, json);
  }
}

const sizeOf = (generation: number) => 600 + generation;
/**
 * Returns the snapshot of the given generation. The rule "kept" is in the snapshots of all generations. The other rules
 * are only in this snapshot.
 */
const snapshotOf = (generation: number) => {
  const rules = Array.from({ length: sizeOf(generation) - 1 }, (_, n) => `g${generation}-${n}`);
  return edgeSnapshot(["kept", ...rules]);
};

async function search(device: number) {
  const q = encodeURIComponent(`device{id=${device}}`);
  const { body } = await send("GET", `/siql/secrule/paged-search?pageSize=1000&q=${q}`);
  const rules: readonly { readonly name: string; readonly matchId: string }[] = body.results;
  const generations = new Set(rules.filter((rule) => rule.name !== "kept").map((rule) => rule.name.split("-")[0]));
  return {
    total: body.total,
    generations: [...generations],
    keptId: rules.find((rule) => rule.name === "kept")?.matchId,
  };
}

test("processes that are killed at any moment lose no configuration, mix none, and keep the ids of rules", async () => {
  const devices: number[] = [];
  for (let n = 0; n < DEVICES; n += 1)
    devices.push((await send("POST", "/domain/1/device", { name: `crashing ${n}` })).body.id);
  const imported = new Map<number, { generation: number; revisions: number[] }>();
  let isOver = false;

  async function importing(device: number): Promise<void> {
    const done = { generation: 0, revisions: [] as number[] };
    imported.set(device, done);
    while (!isOver || done.generation < CONFIGURATIONS) {
      done.revisions.push(await importSnapshot(device, snapshotOf(done.generation + 1)));
      done.generation += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  const mixed: object[] = [];
  const keptIds = new Map<number, string>();
  async function searching(device: number): Promise<void> {
    while (!isOver) {
      const { total, generations, keptId } = await search(device);
      const id = keptIds.get(device) ?? keptId;
      if (id !== undefined) keptIds.set(device, id);
      const isWhole = generations.length === 1 && total === sizeOf(Number(generations[0]?.slice(1))) && keptId === id;
      if (total !== 0 && !isWhole) mixed.push({ device, total, generations, keptId, id });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async function killing(): Promise<void> {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 3_000));
      const replica = replicas[kill % 2];
      if (!replica) throw new Error("there are two processes");
      await replica.process?.kill();
      replica.process = undefined;
      replica.process = await startReplica(replica.port);
    }
    isOver = true;
  }

  await Promise.all([killing(), ...devices.map(importing), ...devices.map(searching)]);
  expect(mixed).toEqual([]);
  for (const device of devices) {
    const { generation, revisions } = imported.get(device) ?? { generation: 0, revisions: [] };
    const newest = revisions.at(-1);
    const isSearchable = async () => (await send("GET", `${path(device)}/rev/${newest}`)).body.searchable;
    await until(`revision ${newest} in searches`, isSearchable, ENDED_MS, 200);
    expect(await search(device)).toEqual({
      ...{
        total: sizeOf(generation),
        generations: [`g${generation}`],
        keptId: keptIds.get(device) ?? expect.any(String),
      },
    });
    const ended = async () => {
      const { body } = await send("GET", `${path(device)}/rev?pageSize=1000`);
      return body.results.every(({ state }: { state: string }) => state !== "PENDING") && body;
    };
    const { results } = await until("the end of all revisions", ended, ENDED_MS, 200);
    // If the response to an import is lost, the import is sent again. The repeated import must return the revision that
    // already exists, so that no configuration is stored twice.
    expect(results.map(({ id }: { id: number }) => id)).toEqual(revisions.toReversed());
    expect(results.map(({ state }: { state: string }) => state)).not.toContain("REFUSED");
    for (const id of revisions.slice(1)) {
      const { body } = await send("GET", `${path(device)}/rev/${id}/changelog?pageSize=1`);
      expect(body.total).toBeGreaterThan(0);
    }
  }
});
