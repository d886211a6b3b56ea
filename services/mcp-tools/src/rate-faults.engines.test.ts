import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { empty, type RecordedManager, startRecordedManager } from "../test/recorded-manager.ts";
import { type RunningToolServer, removeToolServer, startToolServer } from "../test/running-tool-server.ts";

/** In these tests Redis is down or does not respond, and later recovers. */

const userId = 11;

let issuer: TestIssuer;
let manager: RecordedManager;
let door: EngineDoor;
let server: RunningToolServer;
let key: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startRecordedManager(new Map([[userId, empty]]));
  door = await createEngineDoor(process.env.TEST_REDIS_URL ?? "");
  server = await startToolServer(issuer, {
    ...{ SECURITY_MANAGER_URL: manager.url, REDIS_URL: door.url, REPLICAS: "2" },
  });
  key = await server.createKey();
});
afterEach(() => door.open());
afterAll(async () => {
  await server?.stop();
  await door.shut();
  await removeToolServer(server.name);
  await manager.stop();
  await issuer.stop();
});

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe.each([
  ["away", (one: EngineDoor) => one.shut()],
  ["silent", (one: EngineDoor) => one.hold()],
] as const)("Redis that is %s", (_, leave) => {
  /**
   * Sends requests, at most ten at a time. The service runs in the test's process: with more requests at a time, its
   * calls to Redis could take longer than their time limit.
   */
  async function send(count: number) {
    const answers: Awaited<ReturnType<typeof server.list>>[] = [];
    const requests = Array.from({ length: count }, (_, n) => n);
    await forEachConcurrent(requests, 10, async () => void answers.push(await server.list({ key, userId })));
    return answers;
  }

  test("each process allows its part of the rate, and the processes share the rate again afterwards", async () => {
    await until("a full bucket", async () => (await server.list({ key, userId })).status === 200);
    await pass(2_500);
    await leave(door);
    const beganAt = performance.now();
    const answers = await send(150);
    const tookSeconds = (performance.now() - beganAt) / 1_000;
    const granted = answers.filter(({ status }) => status === 200).length;
    // Without Redis, this process may use only its half of the burst (50 of 100 tokens) and of the rate (25 of 50 per
    // second), because `REPLICAS` is 2. Before the outage, it used at most 5 of its own 50 tokens.
    expect(granted).toBeGreaterThanOrEqual(45);
    expect(granted).toBeLessThanOrEqual(50 + 25 * tookSeconds + 6);
    for (const { status, headers, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
      expect(body).toEqual({ jsonrpc: "2.0", id: null, error: { code: 429, message: "Rate limit exceeded" } });
    }
    expect(await server.metric("tool_rate_redis_away")).toBe(1);
    expect(server.hasLogged("this process limits the rate by itself, because Redis does not answer")).toBe(true);
    expect((await fetch(`${server.url}/readyz`)).ok).toBe(true);

    await door.open();
    await until(
      "the end of the outage",
      async () => (await server.list({ key, userId })) && (await server.metric("tool_rate_redis_away")) === 0,
      60_000,
      250,
    );
    await pass(2_500);
    const shared = (await send(150)).filter(({ status }) => status === 200).length;
    expect(shared).toBeGreaterThanOrEqual(95);
    expect(shared).toBeLessThanOrEqual(160);
  });
});
