import { expect, test } from "@jest/globals";
import { registry } from "@network-access/service-runtime/metrics";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createInMemoryBucketStore } from "./in-memory-bucket-store.ts";
import { type BucketName, createRateLimiter } from "./rate-limiter.ts";

const size = { perSecond: 50, burst: 100 };

/** Returns a limiter and its store. Time passes only by calls of `pass`. */
function setUp({ replicas = 1, sizes = { users: size, others: size }, storeMs = 500 } = {}) {
  let time = 0;
  const elapsedMs = () => time;
  const kept = createInMemoryBucketStore(elapsedMs);
  const engine = { isAway: false, isSilent: false, leases: 0 };
  const { logger, lines } = keepLogLines();
  const store: typeof kept = {
    async lease(...given) {
      engine.leases += 1;
      if (engine.isSilent) await new Promise(() => undefined);
      if (engine.isAway) throw new Error("Redis is away");
      return kept.lease(...given);
    },
  };
  const limiter = createRateLimiter({ store, sizes, replicas, elapsedMs, logger, storeMs });
  return {
    ...{ limiter, engine, lines },
    async granted(count: number, bucket: BucketName = "users") {
      const draws = await Promise.all(Array.from({ length: count }, () => limiter.draw(bucket)));
      return draws.filter(({ ok }) => ok).length;
    },
    said: () => lines.map(({ msg }) => msg),
    away: async () => (await registry.getSingleMetric("tool_rate_redis_away")?.get())?.values[0]?.value,
    settle: () => new Promise((resolve) => setImmediate(resolve)),
    pass(ms: number) {
      time += ms;
    },
  };
}

test("each bucket has a burst and a rate of its own", async () => {
  const { granted, pass } = setUp({ sizes: { users: size, others: { perSecond: 10, burst: 20 } } });
  expect([await granted(150), await granted(150, "others")]).toEqual([100, 20]);
  pass(1_000);
  expect([await granted(150), await granted(150, "others")]).toEqual([50, 10]);
});

test("a refusal says when to come back, in whole seconds", async () => {
  const { limiter, granted } = setUp({ sizes: { users: size, others: { perSecond: 0.4, burst: 1 } } });
  await granted(100);
  expect(await limiter.draw("users")).toEqual({ ok: false, retryAfterSeconds: 1 });
  await granted(1, "others");
  expect(await limiter.draw("others")).toEqual({ ok: false, retryAfterSeconds: 3 });
});

test("while Redis is away, each process grants its share, and says so once", async () => {
  const { engine, granted, pass, said, away } = setUp({ replicas: 4 });
  engine.isAway = true;
  expect(await granted(150)).toBe(25);
  pass(1_000);
  expect(await granted(150)).toBe(12);
  expect(await granted(150, "others")).toBe(25);
  expect([said(), await away()]).toEqual([
    ["this process limits the rate by itself, because Redis does not answer"],
    1,
  ]);
});

test("an outage does not begin with another burst", async () => {
  const { engine, granted } = setUp();
  expect(await granted(100)).toBe(100);
  engine.isAway = true;
  expect(await granted(150)).toBe(0);
});

test("a share always has room for one token", async () => {
  const { engine, granted } = setUp({ replicas: 10, sizes: { users: { perSecond: 1, burst: 2 }, others: size } });
  engine.isAway = true;
  expect(await granted(5)).toBe(1);
});

test("a draw finds out once a second whether Redis is back, and never waits for it", async () => {
  const { engine, granted, pass, said, away, settle } = setUp({ storeMs: 20 });
  engine.isSilent = true;
  expect(await granted(10)).toBe(10);
  expect(engine.leases).toBe(1);
  pass(999);
  await granted(10);
  expect(engine.leases).toBe(1);
  pass(1);
  await granted(10);
  expect(engine.leases).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 40));
  engine.isSilent = false;
  pass(1_000);
  await granted(1);
  await settle();
  expect(await granted(150)).toBe(100);
  expect([said(), await away()]).toEqual([
    ["this process limits the rate by itself, because Redis does not answer", "all processes share the rate again"],
    0,
  ]);
});

test("draws are counted by their outcome", async () => {
  const { granted } = setUp();
  const counted = async (outcome: string) => {
    const { values } = (await registry.getSingleMetric("tool_rate_draws_total")?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels.bucket === "others" && labels.outcome === outcome)?.value ?? 0;
  };
  const before = [await counted("granted"), await counted("refused")] as const;
  await granted(130, "others");
  expect([(await counted("granted")) - before[0], (await counted("refused")) - before[1]]).toEqual([100, 30]);
});
