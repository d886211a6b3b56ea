import { expect, test } from "@jest/globals";
import { createSharedBucket } from "./shared-bucket.ts";
import { createTokenBucket } from "./token-bucket.ts";

const size = { perSecond: 50, burst: 100 };

/** Creates processes that share one bucket. Time passes only in calls of `pass`, and by `leaseMs` during each lease. */
function setUp({ processes = 1, leaseMs = 0 } = {}) {
  let time = 0;
  const leases: number[] = [];
  const bucket = createTokenBucket(size, () => time);
  const lease = async (want: number) => {
    leases.push(want);
    await undefined;
    time += leaseMs;
    return bucket.take(want);
  };
  const shared = Array.from({ length: processes }, () => createSharedBucket(size, lease, () => time));
  const first = shared[0] ?? createSharedBucket(size, lease, () => time);
  return {
    ...{ leases, shared, draw: first.draw },
    async granted(count: number, from = first) {
      const waits = await Promise.all(Array.from({ length: count }, () => from.draw()));
      return waits.filter((wait) => wait === 0).length;
    },
    pass(ms: number) {
      time += ms;
    },
  };
}

test("a burst of 100 passes at once, and 50 a second after it", async () => {
  const { granted, pass } = setUp();
  expect(await granted(150)).toBe(100);
  expect(await granted(10)).toBe(0);
  pass(1_000);
  expect(await granted(150)).toBe(50);
  pass(60_000);
  expect(await granted(150)).toBe(100);
});

test("two processes share the burst", async () => {
  const { granted, shared } = setUp({ processes: 2 });
  const [one = 0, two = 0] = await Promise.all(shared.map((bucket) => granted(80, bucket)));
  expect(one + two).toBe(100);
});

test("a refused draw says when the next token comes, and until then nothing is asked", async () => {
  const { draw, granted, leases, pass } = setUp();
  await granted(100);
  expect(await draw()).toBeCloseTo(20, 3);
  const { length } = leases;
  pass(15);
  expect([await draw(), leases.length]).toEqual([expect.closeTo(5, 3), length]);
  pass(5.1);
  expect([await draw(), leases.length]).toEqual([0, length + 1]);
});

test("a process that draws seldom leases single tokens", async () => {
  const { draw, leases, pass } = setUp();
  for (let n = 0; n < 10; n++) {
    expect(await draw()).toBe(0);
    pass(150);
  }
  expect(leases).toEqual(Array(10).fill(1));
});

test("a process that draws often leases lots of at most five", async () => {
  const { draw, leases, pass } = setUp();
  for (let n = 0; n < 80; n++) {
    expect(await draw()).toBe(0);
    pass(1);
  }
  expect(Math.max(...leases)).toBe(5);
  expect(leases.length).toBeLessThan(25);
});

test("at 45 draws a second nothing is refused, in one process or in three", async () => {
  for (const processes of [1, 3]) {
    const { shared, pass } = setUp({ processes, leaseMs: 1 });
    for (let n = 0; n < 45 * 60; n++) {
      expect(await shared[n % processes]?.draw()).toBe(0);
      pass(20.3);
    }
  }
});

test("over a minute no more passes than the rate allows, and hardly less", async () => {
  for (const processes of [1, 4]) {
    const { shared, pass } = setUp({ processes });
    let granted = 0;
    for (let n = 0; n < 60 * 200; n++) {
      if ((await shared[n % processes]?.draw()) === 0) granted += 1;
      pass(5);
    }
    expect(granted).toBeLessThanOrEqual(100 + 60 * 50);
    expect(granted).toBeGreaterThan(100 + 60 * 49);
  }
});

test("tokens that were leased for nothing do not add to a later burst", async () => {
  const { draw, granted, pass } = setUp();
  for (let n = 0; n < 21; n++) await draw();
  pass(10_000);
  expect(await granted(150)).toBe(100);
});

test("draws during a lease wait for it or for the next one", async () => {
  const { granted, leases } = setUp({ leaseMs: 5 });
  expect(await granted(30)).toBe(30);
  expect(leases.length).toBeLessThanOrEqual(2);
});

test("a failed lease rejects every draw that waits for it, and the next draw asks again", async () => {
  let fails = true;
  const bucket = createSharedBucket(
    size,
    async (want) => {
      if (fails) throw new Error("away");
      return { granted: want, left: 10 };
    },
    () => 0,
  );
  const ended = await Promise.allSettled([bucket.draw(), bucket.draw()]);
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await bucket.draw()).toBe(0);
});
