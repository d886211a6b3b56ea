import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { empty, type RecordedManager, startRecordedManager } from "../test/recorded-manager.ts";
import { type RunningToolServer, removeToolServer, startToolServer } from "../test/running-tool-server.ts";

/** In these tests the database or OpenSearch is down or does not respond, and later recovers. */

const userId = 11;
const engines = {
  mongo: process.env.TEST_MONGO_URL ?? "",
  search: process.env.TEST_OPENSEARCH_URL ?? "",
};

let issuer: TestIssuer;
let manager: RecordedManager;
let doors: { readonly mongo: EngineDoor; readonly search: EngineDoor };
let server: RunningToolServer;
let key: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startRecordedManager(new Map([[userId, empty]]));
  doors = {
    mongo: await createEngineDoor(engines.mongo),
    search: await createEngineDoor(engines.search),
  };
  server = await startToolServer(issuer, {
    ...{ SECURITY_MANAGER_URL: manager.url },
    ...{ MONGO_URL: doors.mongo.url, OPENSEARCH_URL: doors.search.url },
  });
  key = await server.createKey();
});
afterEach(async () => {
  for (const door of Object.values(doors)) await door.open();
});
afterAll(async () => {
  await server?.stop();
  for (const door of Object.values(doors)) await door.shut();
  await removeToolServer(server.name);
  await manager.stop();
  await issuer.stop();
});

const isReady = async () => (await fetch(`${server.url}/readyz`)).ok;
const inTime = async <Value>(ms: number, work: () => Promise<Value>): Promise<Value> => {
  const beganAt = performance.now();
  const value = await work();
  expect(performance.now() - beganAt).toBeLessThan(ms);
  return value;
};
const outages = [
  ["away", (door: EngineDoor) => door.shut()],
  ["silent", (door: EngineDoor) => door.hold()],
] as const;

describe.each(outages)("a database that is %s", (_, leave) => {
  const statusOf = async (secret: string) => {
    const { status, headers, body } = await server.list({ key: secret, userId });
    if (status !== 503) return status;
    expect(headers.get("retry-after")).toBe("1");
    expect(body).toEqual({ jsonrpc: "2.0", id: null, error: { code: 503, message: "Temporarily unavailable" } });
    return 503;
  };

  test("keys in use stay valid for 5 s, calls then get 503, and the keys are accepted again afterwards", async () => {
    const [usedKey, otherKey] = [await server.createKey(), await server.createKey()];
    // The next call is the first that uses `usedKey`. The service reads the key from the database for this call, and
    // accepts it for 5 s without another read. The key is therefore valid at least until `validUntil`.
    const validUntil = performance.now() + 5_000;
    expect(await statusOf(usedKey)).toBe(200);
    await leave(doors.mongo);
    const beganAt = performance.now();
    const unknown = Promise.all([inTime(10_000, () => statusOf(otherKey)), inTime(10_000, () => statusOf("unknown"))]);
    const anonymous = server.call("search_documentation", { question: "How do I connect a client?" });
    const body = { method: "tools/call", params: { name: "list_all_devices", arguments: {} } };
    const called = await server.post(body, { key: usedKey, userId });
    const { status, body: answer } = called;
    if (performance.now() < validUntil)
      expect([status, answer.result?.content.length, answer.result?.isError ?? false]).toEqual([200, 1, false]);
    expect((await anonymous).isError).toBe(false);
    expect(await unknown).toEqual([503, 503]);
    await until(
      "the end of the key",
      async () => {
        const askedAt = performance.now();
        const status = await statusOf(usedKey);
        if (performance.now() < validUntil) expect(status).toBe(200);
        // The service last read the key before the outage, and accepts it for 5 s after this read.
        if (status === 200) expect(askedAt - beganAt).toBeLessThan(5_000);
        return status === 503;
      },
      60_000,
      100,
    );
    expect(await inTime(10_000, () => statusOf(usedKey))).toBe(503);
    expect((await server.list()).status).toBe(200);
    expect(await isReady()).toBe(true);

    await doors.mongo.open();
    await until("the return of the keys", async () => (await statusOf(usedKey)) === 200, 60_000, 200);
    expect(await statusOf(otherKey)).toBe(200);
    expect(await statusOf("unknown")).toBe(401);
  });
});

describe.each(outages)("an OpenSearch that is %s", (_, leave) => {
  const answeredBy = async (index: string) => server.metric(`documentation_searches_total{index="${index}"}`);
  const ask = () => server.call("search_documentation", { question: "How do I revoke a key?" });

  test("the process searches the documentation in its own memory until OpenSearch is back", async () => {
    await until("a search of OpenSearch", async () => {
      const before = await answeredBy("opensearch");
      await ask();
      return (await answeredBy("opensearch")) > before;
    });
    const byOpenSearch = await ask();
    await leave(doors.search);
    const before = await answeredBy("in-memory");
    const first = await inTime(10_000, ask);
    // A search that waits for OpenSearch takes two seconds.
    const second = await inTime(1_900, ask);
    expect(await answeredBy("in-memory")).toBe(before + 2);
    expect([first.isError, second.isError]).toEqual([false, false]);
    // Both indexes find the same best passage.
    expect(first.texts[0]?.split("\n")[1]).toBe(byOpenSearch.texts[0]?.split("\n")[1]);
    expect(await isReady()).toBe(true);

    await doors.search.open();
    const searched = await answeredBy("opensearch");
    await until(
      "the return of OpenSearch",
      async () => (await ask()).isError === false && (await answeredBy("opensearch")) > searched,
      60_000,
      500,
    );
  });
});

test("a process starts without Redis and OpenSearch", async () => {
  const nowhere = "127.0.0.1:1";
  const alone = await startToolServer(issuer, {
    ...{ SECURITY_MANAGER_URL: manager.url, MONGO_DATABASE: server.name },
    ...{ REDIS_URL: `redis://${nowhere}`, OPENSEARCH_URL: `http://${nowhere}` },
  });
  expect((await alone.list({ key, userId })).status).toBe(200);
  expect((await alone.call("search_documentation", { question: "How do I revoke a key?" })).isError).toBe(false);
  await alone.stop();
});
