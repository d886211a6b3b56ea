import { Agent, request } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { empty, type RecordedManager, startRecordedManager } from "../test/recorded-manager.ts";
import { type RunningToolServer, removeToolServer, startToolServer } from "../test/running-tool-server.ts";
import { createTokenBucket } from "./rate/token-bucket.ts";

/**
 * The test sends 200 calls per second, half of them with unknown keys. The rate of all users together is 50 per second.
 * `TEST_FLOOD_SECONDS` sets the duration.
 */

jest.setTimeout(600_000);

const SECONDS = Number(process.env.TEST_FLOOD_SECONDS ?? 10);
const EACH_PER_SECOND = 100;
const [PER_SECOND, BURST] = [50, 100] as const;
const userId = 11;
const agent = new Agent({ keepAlive: true });

let issuer: TestIssuer;
let manager: RecordedManager;
let server: RunningToolServer;
let key: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startRecordedManager(new Map([[userId, empty]]));
  server = await startToolServer(issuer, { SECURITY_MANAGER_URL: manager.url });
  key = await server.createKey();
});
afterAll(async () => {
  agent.destroy();
  await server?.stop();
  await removeToolServer(server.name);
  await manager.stop();
  await issuer.stop();
});

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns the bytes in use, without garbage. */
function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  for (let n = 0; n < 3; n += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Sends a call. Unlike `fetch`, leaves little garbage in the memory that the test measures. */
function call(secret: string): Promise<{ readonly status: number; readonly retryAfter: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof call>>>();
  const params = { name: "list_all_devices", arguments: {} };
  const headers = {
    ...{ accept: "application/json, text/event-stream", "content-type": "application/json" },
    ...{ "x-api-key": secret, "x-mgr-user-id": String(userId) },
  };
  request(`${server.url}/mcp`, { method: "POST", agent, headers }, (response) => {
    response.resume().once("end", () => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
    });
  })
    .once("error", reject)
    .end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  return promise;
}

interface Counted {
  readonly answers: Map<number, number>;
  /** The times of the responses, in milliseconds. */
  readonly times: number[];
  /** The number of refusals without a `Retry-After` of at least one second. */
  withoutRetry: number;
}

/** Sends calls at an even pace. Half of them are from one user. Each of the others has a different unknown key. */
async function flood(seconds: number) {
  const user: Counted = { answers: new Map(), times: [], withoutRetry: 0 };
  const unknown: Counted = { answers: new Map(), times: [], withoutRetry: 0 };
  const running = new Set<Promise<void>>();
  const send = (counted: Counted, secret: string) => {
    const sent = call(secret).then(({ status, retryAfter }) => {
      counted.answers.set(status, (counted.answers.get(status) ?? 0) + 1);
      counted.times.push(performance.now());
      if (status === 429 && !(Number(retryAfter) >= 1)) counted.withoutRetry += 1;
      running.delete(sent);
    });
    running.add(sent);
  };
  const beganAt = performance.now();
  for (let n = 0; n < seconds * EACH_PER_SECOND; n += 1) {
    send(user, key);
    send(unknown, `unknown-${crypto.randomUUID()}`);
    const early = beganAt + (n * 1_000) / EACH_PER_SECOND - performance.now();
    // Waits even if the calls are late. Otherwise the test would open all late connections at once, before the service
    // in the same process accepts any. The operating system resets connections that wait too long to be accepted.
    await pass(Math.max(0, early));
  }
  await Promise.all(running);
  return { user, unknown, tookSeconds: (performance.now() - beganAt) / 1_000 };
}

/**
 * Returns how many calls a token bucket admits if they come at these times, in milliseconds. Fewer than the rate allows
 * are admitted if no call comes for a while: the bucket is then full, and gets no more tokens.
 */
function admittedBy(times: readonly number[]): number {
  let now = 0;
  const bucket = createTokenBucket({ perSecond: PER_SECOND, burst: BURST }, () => now);
  const admitted = times.filter((time) => {
    now = time;
    return bucket.take(1).granted === 1;
  });
  return admitted.length;
}

test("200 calls a second, half of them with unknown keys, leave the users their 50 a second, and no memory behind", async () => {
  // The first flood is not measured. It makes the process cache the key and allocate memory that does not depend on the
  // number of calls.
  await flood(2);
  await pass(2_500);
  const before = usedBytes();
  const { user, unknown, tookSeconds } = await flood(SECONDS);
  // The timers of a call stay in memory for up to 20 s, even if the call ends earlier.
  await pass(20_500);
  const grown = usedBytes() - before;

  const calls = SECONDS * EACH_PER_SECOND;
  const allowed = BURST + PER_SECOND * tookSeconds;
  const [granted = 0, refused = 0] = [user.answers.get(200), user.answers.get(429)];
  expect(granted + refused).toBe(calls);
  expect(granted).toBeGreaterThan(admittedBy(user.times) * 0.93);
  expect(granted).toBeLessThan(allowed * 1.05 + 5);
  const [notFound = 0, tooMany = 0] = [unknown.answers.get(401), unknown.answers.get(429)];
  expect(notFound + tooMany).toBe(calls);
  expect(notFound).toBeLessThan(allowed * 1.05 + 5);
  expect([user.withoutRetry, unknown.withoutRetry]).toEqual([0, 0]);
  // Each call leaves less than 1.5 KiB in memory. This includes memory of the test itself, which runs in the same
  // process.
  expect(grown / (2 * calls)).toBeLessThan(1_536);
});
