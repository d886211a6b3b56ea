import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { type LimitedRedis, limitRedis } from "@network-access/testkit/limited-redis";
import { until } from "@network-access/testkit/until";
import { Redis } from "ioredis";
import { bucketStoreContract } from "./bucket-store.contract.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { connectBucketStore } from "./redis-bucket-store.ts";

const redisUrl = process.env.TEST_REDIS_URL ?? "";
const { logger, lines } = keepLogLines();
const redis = new Redis(redisUrl);
const ends: (() => Promise<void> | void)[] = [];
const prefix = `test-${randomUUID().slice(0, 8)}`;
let opened = 0;
/**
 * The Redis user of the processes. It has only the permissions that a process needs. The tests themselves use a user
 * with all permissions.
 */
let limited: LimitedRedis;
beforeAll(async () => {
  limited = await limitRedis(redisUrl, `${prefix}-*`);
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  lines.length = 0;
});
afterAll(async () => {
  const left = await redis.keys(`${prefix}-*`);
  if (left.length > 0) await redis.del(left);
  await limited.remove();
  redis.disconnect();
});

/** Connects one process to Redis. Processes with the same prefix belong to the same installation. */
function connect(url = limited.url, of = `${prefix}-${++opened}`) {
  const store = connectBucketStore({ redis: { url }, prefix: of, logger });
  ends.push(store.stop);
  const ready = Promise.resolve(store.start());
  return { store, ready, prefix: of };
}

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

bucketStoreContract(() => {
  const { store, ready } = connect();
  return {
    store: { lease: async (...given) => ready.then(() => store.lease(...given)) },
    pass,
  };
});

test("a bucket is forgotten when it has been full for a second", async () => {
  const { store, ready, prefix } = connect();
  await ready;
  const beganAt = performance.now();
  await store.lease("users", { perSecond: 50, burst: 5_000 }, 1);
  const key = `${prefix}:tool-rate:users`;
  expect(await redis.hkeys(key)).toEqual(["tokens", "at"]);
  const leftMs = await redis.pttl(key);
  const passedMs = performance.now() - beganAt;
  expect(leftMs).toBeGreaterThanOrEqual(101_000 - passedMs - 2);
  expect(leftMs).toBeLessThanOrEqual(101_000);
});

test("a clock of the server that is behind the stored time neither adds nor removes tokens", async () => {
  const { store, ready, prefix } = connect();
  await ready;
  const size = { perSecond: 50, burst: 100 };
  const inAnHour = (Date.now() + 3_600_000) * 1_000;
  await redis.hset(`${prefix}:tool-rate:users`, { tokens: "3", at: String(inAnHour) });
  expect(await store.lease("users", size, 5)).toEqual({ granted: 3, left: 0 });
  await pass(50);
  expect((await store.lease("users", size, 5)).granted).toBeGreaterThanOrEqual(2);
});

test("a server that has lost the script gets it again", async () => {
  const { store, ready } = connect();
  await ready;
  const size = { perSecond: 1, burst: 10 };
  await store.lease("users", size, 1);
  await redis.script("FLUSH");
  expect((await store.lease("users", size, 1)).granted).toBe(1);
});

const sizes = { users: { perSecond: 0.5, burst: 100 }, others: { perSecond: 0.5, burst: 100 } };
/** Hardly any token comes back. */
const slowSizes = { users: { perSecond: 0.001, burst: 100 }, others: { perSecond: 0.001, burst: 100 } };
const elapsedMs = () => performance.now();

test("the processes of an installation share its burst", async () => {
  const one = connect();
  const two = connect(limited.url, one.prefix);
  const stranger = connect();
  const limiters = [one, two, stranger].map(({ store }) =>
    createRateLimiter({ ...{ store, sizes: slowSizes, replicas: 2, elapsedMs, logger, storeMs: 30_000 } }),
  );
  await Promise.all([one.ready, two.ready, stranger.ready]);
  const granted = await Promise.all(
    limiters.map(async (limiter) => {
      const draws = await Promise.all(Array.from({ length: 90 }, () => limiter.draw("users")));
      return draws.filter(({ ok }) => ok).length;
    }),
  );
  const [first = 0, second = 0, third = 0] = granted;
  expect(first + second).toBeGreaterThanOrEqual(100);
  expect(first + second).toBeLessThanOrEqual(102);
  expect(third).toBe(90);
});

test.each(["shut", "hold"] as const)(
  "while Redis is away (%s), the process limits by itself, and shares again after",
  async (how) => {
    const door = await createEngineDoor(limited.url);
    ends.push(door.shut);
    const { store, ready } = connect(door.url);
    await ready;
    const limiter = createRateLimiter({ ...{ store, sizes, replicas: 4, elapsedMs, logger, storeMs: 2_000 } });
    const granted = async (count: number) => {
      const draws = await Promise.all(Array.from({ length: count }, () => limiter.draw("users")));
      return draws.filter(({ ok }) => ok).length;
    };
    expect(await granted(5)).toBe(5);
    await door[how]();
    const beganAt = performance.now();
    const alone = await granted(100);
    expect(performance.now() - beganAt).toBeLessThan(7_000);
    expect(alone).toBeGreaterThanOrEqual(20);
    expect(alone).toBeLessThanOrEqual(21);
    expect(lines.filter(({ msg }) => String(msg).startsWith("this process limits"))).toHaveLength(1);

    await door.open();
    await until("sharing", async () => {
      await limiter.draw("others");
      return lines.some(({ msg }) => msg === "all processes share the rate again");
    });
    // There may be fewer than 100 tokens. If a process stops waiting for tokens, its request may still reach Redis and
    // take them.
    expect(await granted(100)).toBeGreaterThan(80);
  },
);
