import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexLate } from "@network-access/service-runtime/opensearch-failures";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";
import { fieldOf } from "./columns/index-fields.ts";
import { createOpenSearchRowIndex } from "./row-index/opensearch-row-index.ts";
import { writeRows } from "./row-index/write-rows.ts";

/**
 * Tests that OpenSearch stops a search when the caller disconnects or the deadline passes. Also tests that another
 * search can run after a caller has disconnected.
 */

jest.setTimeout(600_000);

const ROWS = 6_000;
/** The number of rows in one index segment. After each segment, the engine checks whether the search is cancelled. */
const SEGMENT = 250;

let issuer: TestIssuer;
/** The proxy through which the manager reaches the search engine. */
let index: EngineDoor;
let manager: RunningManager;
let client: OpenSearchClient;
let revision: number;
/**
 * The number of patterns in a slow query. Before the tests, `patterns` is doubled until a slow query takes `SLOW_MS` or
 * `MOST_PATTERNS` is reached.
 */
let patterns = 50;
let wholeMs: number;
/**
 * The minimum duration of a slow query, in milliseconds. The engine notices the cancellation of a search much faster.
 */
const SLOW_MS = 2_000;
/**
 * The maximum number of patterns in a slow query. The URL of a query with more patterns would be too long for an HTTP
 * request.
 */
const MOST_PATTERNS = 100;

beforeAll(async () => {
  issuer = await startTestIssuer();
  index = await createEngineDoor(process.env.TEST_OPENSEARCH_URL ?? "");
  const settings = { MAX_CONCURRENT_SEARCHES: "1", OPENSEARCH_URL: index.url };
  manager = await startManager(issuer, undefined, "here", { settings });
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
  const device = await manager.createDevice("slow");
  revision = await manager.importSnapshot(device, edgeSnapshot(["a"]), null);
  const row = { revision, device, device_name: "slow", policy_place: 0 };
  // The engine has to read a comment to its end before it knows whether a pattern matches.
  const comment = `${"abc".repeat(1_000)}xyz`;
  for (let from = 0; from < ROWS; from += SEGMENT) {
    const some = Array.from({ length: SEGMENT }, (_, n) => ({
      id: `${revision}:row ${from + n}`,
      document: {
        ...{ ...row, place: from + n + 1, row_id: `row ${from + n}`, [fieldOf("rule", "comment")]: comment },
        record: JSON.stringify({ name: `row ${from + n}`, comment: "x".repeat(2_000) }),
      },
    }));
    await writeRows(client, `${manager.name}-secrule-1`, some);
    await client.call("POST", `/${manager.name}-secrule/_refresh`);
  }
  wholeMs = await slowSearchMs();
  while (wholeMs < SLOW_MS && patterns < MOST_PATTERNS) {
    patterns *= 2;
    wholeMs = await slowSearchMs();
  }
});
afterAll(async () => {
  await client.stop();
  await manager.stop();
  await removeManager(manager.name);
  await index.shut();
  await issuer.stop();
});

let queries = 0;
/**
 * Returns a slow query. Its search texts differ from those of all earlier queries, so the engine has no cached results
 * for it.
 */
function slowQuery(): string {
  queries += 1;
  const texts = Array.from({ length: patterns }, (_, n) => `${"abc".repeat(queries)}xyz*${"abc".repeat(n + 1)}`);
  return `rule{${texts.map((text) => `comment ~ '${text}'`).join(" or ")}}`;
}

async function slowSearchMs(): Promise<number> {
  const began = performance.now();
  const { status } = await manager.search("secrule", slowQuery());
  expect([200, 504]).toContain(status);
  return performance.now() - began;
}

/** Returns the searches that run in the engine. */
async function running(): Promise<readonly { readonly cancelled: boolean }[]> {
  const found = await client.call("GET", "/_tasks?actions=indices:data/read/search*&detailed=true");
  const { nodes } = found as {
    readonly nodes: Record<string, { readonly tasks: Record<string, { description: string; cancelled: boolean }> }>;
  };
  const tasks = Object.values(nodes).flatMap((node) => Object.values(node.tasks));
  return tasks.filter(({ description }) => description.includes(`${manager.name}-secrule`));
}

async function askAndLeave(path: string, left: AbortSignal): Promise<Response> {
  const authorization = await manager.tokenOf("estate:view");
  return fetch(`${manager.origin}/securitymanager/api${path}`, { headers: { authorization }, signal: left });
}

/**
 * Waits until no search runs in the engine. Returns true if the engine stopped the search early, which is assumed in
 * any of these cases:
 * - The first poll finds no search.
 * - A poll lists the search as cancelled.
 * - The wait takes less than half the time that a search needs if its caller waits for the result.
 */
async function isStopped(): Promise<boolean> {
  const began = performance.now();
  let isCancelled = false;
  let polls = 0;
  await until(
    "the end of the search in the engine",
    async () => {
      const tasks = await running();
      polls += 1;
      isCancelled ||= tasks.some(({ cancelled }) => cancelled);
      return tasks.length === 0;
    },
    120_000,
  );
  return polls === 1 || isCancelled || performance.now() - began < wholeMs / 2;
}

const quickSearch = () => manager.search("secrule", "rule{name = 'a'}");
const isFree = async () => (await quickSearch()).status === 200;

test.each([
  ["a paged search", "secrule/paged-search?"],
  ["a count", "count?countType=SECURITYRULE&"],
  ["a stream", "secrule/stream?"],
])("a caller who closes %s ends it in the engine, and its place is free", async (_, path) => {
  const leaving = new AbortController();
  const asked = askAndLeave(`/siql/${path}q=${encodeURIComponent(slowQuery())}`, leaving.signal);
  asked.catch(() => undefined);
  await until("the search in the engine", async () => (await running()).length > 0);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  expect(await isStopped()).toBe(true);
  await until("the free place", isFree);
});

test("while as many searches run as may, others wait two seconds and are then asked to come again", async () => {
  const leaving = new AbortController();
  index.slowDown("xyz", 60_000);
  const asked = askAndLeave(`/siql/secrule/paged-search?q=${encodeURIComponent(slowQuery())}`, leaving.signal);
  asked.catch(() => undefined);
  // The proxy holds this search back, so the search does not reach the engine. Meanwhile the search occupies the only
  // slot for searches.
  await until("the search in its place", async () => !(await isFree()));
  const began = performance.now();
  const refused = await Promise.all([quickSearch(), manager.send("GET", "/siql/secrule/stream?q=rule%7Btrue%7D")]);
  const waitedMs = performance.now() - began;
  for (const { status, headers, body } of refused)
    expect({ status, code: body.code, retryAfter: headers.get("retry-after") }).toEqual({
      ...{ status: 503, code: "UPSTREAM_UNAVAILABLE", retryAfter: "1" },
    });
  expect(waitedMs).toBeGreaterThan(1_900);
  leaving.abort();
  index.slowDown("xyz", 0);
  await until("the free place", isFree);
});

describe("a caller of a stream", () => {
  test("who reads slowly takes no place from others", async () => {
    const leaving = new AbortController();
    const response = await askAndLeave("/siql/secrule/stream?q=rule%7Btrue%7D", leaving.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    // The caller reads only the beginning of the stream. The remaining rules do not fit into the buffers of the
    // connection, so the service pauses the stream between two pages. A paused stream must not occupy the only search
    // slot, so the quick searches must succeed.
    for (let n = 0; n < 5; n += 1) expect((await quickSearch()).status).toBe(200);
    await until("the pause of the stream", async () => (await running()).length === 0);
    leaving.abort();
  });

  test("who leaves ends the walk", async () => {
    const streams = async () => /http_streams_open\{[^}]*stream[^}]*\} (\d+)/.exec(await metrics())?.[1];
    const metrics = async () => (await fetch(`${manager.origin}/metrics`)).text();
    const leaving = new AbortController();
    const response = await askAndLeave("/siql/secrule/stream?q=rule%7Btrue%7D", leaving.signal);
    await response.body?.getReader().read();
    // Waits until only the stream of this test is open. The stream of the previous test may not have ended yet.
    await until("one stream", async () => (await streams()) === "1");
    leaving.abort();
    await until("the end of the stream", async () => (await streams()) === "0");
    await until("the end of its search", async () => (await running()).length === 0);
  });
});

describe("a search at its deadline", () => {
  const never = 60_000;
  test.each([
    ["that it sends to the engine", { deadlineMs: 1_000, stoppedAfterMs: never, patienceMs: never }],
    ["at which the engine cancels it", { deadlineMs: never, stoppedAfterMs: 1_000, patienceMs: never }],
    ["of its own patience", { deadlineMs: never, stoppedAfterMs: never, patienceMs: 1_000 }],
  ])("%s ends in the engine", async (_, times) => {
    const bounded = createBoundedSearch({ ...times, atOnce: 1, waitMs: 1_000 });
    const rows = createOpenSearchRowIndex(client, manager.name, bounded, () => undefined);
    queries += 1;
    const should = Array.from({ length: patterns }, (_, n) => ({
      wildcard: {
        [`${fieldOf("rule", "comment")}.wild`]: { value: `*${"abc".repeat(queries)}xyz*${"abc".repeat(n + 1)}*` },
      },
    }));
    const began = performance.now();
    const search = rows.search("secrule", { clause: { bool: { should } }, sort: [], from: 0, size: 1 });
    await expect(search).rejects.toThrow(IndexLate);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(await isStopped()).toBe(true);
  });
});
