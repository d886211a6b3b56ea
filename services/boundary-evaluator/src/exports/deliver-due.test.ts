import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aDelivery } from "../../test/integrations.ts";
import { type DeliverDueNeeds, type DeliveryAttempt, deliverDue } from "./deliver-due.ts";
import { nextAttemptAfterMs } from "./delivery-schedule.ts";
import type { EventSender, SentEvent } from "./event-sender.ts";
import { inMemoryDeliveryStore } from "./in-memory-delivery-store.ts";

const receiver = async () => ({ url: "https://tickets.example.com", secret: "whsec_" });
const running = { noMore: new AbortController().signal, breakOff: new AbortController().signal };
const failure = (members: Partial<Extract<SentEvent, { ok: false }>> = {}): SentEvent => ({
  ok: false,
  problem: "it answered 500",
  retryAfterMs: null,
  isGone: false,
  ...members,
});

/**
 * Creates three things: a store with `count` deliveries, a clock that the test moves, and a sender that calls `send`.
 */
async function aFixture(count: number, send: EventSender["send"], members: Partial<DeliverDueNeeds> = {}) {
  const deliveries = inMemoryDeliveryStore();
  const start = Date.parse("2026-11-21T05:00:00.000Z");
  await deliveries.add(
    Array.from({ length: count }, (_, n) => aDelivery({ id: `d${n}`, createdAt: new Date(start).toISOString() })),
  );
  const clock = { ms: start };
  const made: DeliveryAttempt[] = [];
  const needs: DeliverDueNeeds = {
    deliveries,
    sender: { send },
    now: () => new Date(clock.ms),
    random: () => 0.5,
    pauses: [5_000, 30_000],
    leaseMs: 45_000,
    concurrency: 4,
    onAttempt: (attempt) => made.push(attempt),
    ...members,
  };
  return {
    deliveries,
    clock,
    made,
    needs,
    deliver: (over: Partial<DeliverDueNeeds> = {}) => deliverDue({ ...needs, ...over }, "i", receiver, running),
    states: async () => {
      const all = await deliveries.page({ integrationUuid: "i", state: null, after: null, limit: 10_000 });
      return all.map(({ delivery }) => delivery);
    },
  };
}

test("every due delivery is sent once, within the concurrency limit", async () => {
  let atOnce = 0;
  let most = 0;
  const seen: string[] = [];
  const fixture = await aFixture(500, async (_, { id }) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    seen.push(id);
    return { ok: true, status: 204 };
  });
  await fixture.deliver();
  expect([seen.length, new Set(seen).size, most]).toEqual([500, 500, 4]);
  expect((await fixture.states()).every(({ state, attempts }) => state === "Delivered" && attempts === 1)).toBe(true);
});

test("two workers share the work: each delivery is sent by one of them", async () => {
  const seen: string[] = [];
  const fixture = await aFixture(300, async (_, { id }) => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(id);
    return { ok: true, status: 200 };
  });
  await Promise.all([fixture.deliver(), fixture.deliver()]);
  expect([seen.length, new Set(seen).size]).toEqual([300, 300]);
});

test("a failed delivery is attempted again after each pause under the same id, then parked, and on retry has a new schedule", async () => {
  const seen: string[] = [];
  const fixture = await aFixture(1, async (_, { id }) => {
    seen.push(id);
    return failure();
  });
  await fixture.deliver();
  await fixture.deliver();
  expect(seen).toHaveLength(1);
  expect(await fixture.deliveries.find("d0")).toMatchObject({
    state: "Waiting",
    lastError: "it answered 500",
    nextAttemptAt: new Date(fixture.clock.ms + 5_000).toISOString(),
  });
  for (const pause of [5_000, 30_000]) {
    fixture.clock.ms += pause;
    await fixture.deliver();
  }
  expect(await fixture.deliveries.find("d0")).toMatchObject({ state: "Parked", attempts: 3, nextAttemptAt: null });
  expect(fixture.made.map(({ outcome }) => outcome)).toEqual(["failed", "failed", "parked"]);
  fixture.clock.ms += 86_400_000;
  await fixture.deliver();
  expect(seen).toHaveLength(3);
  await fixture.deliveries.retry("d0", new Date(fixture.clock.ms).toISOString());
  await fixture.deliver();
  expect(await fixture.deliveries.find("d0")).toMatchObject({ state: "Waiting", attempts: 4 });
  expect(new Set(seen)).toEqual(new Set(["d0"]));
});

test("a delivery that was acknowledged but not settled is sent again under the same id after the claim expires", async () => {
  const seen: string[] = [];
  const fixture = await aFixture(1, async (_, { id }) => {
    seen.push(id);
    return { ok: true, status: 200 };
  });
  const { deliveries } = fixture.needs;
  const dying = { ...deliveries, settleDelivered: () => Promise.reject(new Error("the process died")) };
  await expect(fixture.deliver({ deliveries: dying })).rejects.toThrow("the process died");
  fixture.clock.ms += 44_999;
  await fixture.deliver();
  expect(seen).toEqual(["d0"]);
  fixture.clock.ms += 1;
  await fixture.deliver();
  expect(seen).toEqual(["d0", "d0"]);
  expect(await fixture.deliveries.find("d0")).toMatchObject({ state: "Delivered", attempts: 2 });
});

test("attempts of a process that crashes count for the schedule", async () => {
  const fixture = await aFixture(1, () => Promise.reject(new Error("the process died")));
  for (let crash = 0; crash < 3; crash += 1) {
    await expect(fixture.deliver()).rejects.toThrow("the process died");
    fixture.clock.ms += 45_000;
  }
  await fixture.deliver({ sender: { send: async () => failure() } });
  expect(await fixture.deliveries.find("d0")).toMatchObject({ state: "Parked", attempts: 4 });
});

test("an integration that is disabled or removed gets nothing of the next page", async () => {
  const seen: string[] = [];
  const fixture = await aFixture(300, async (_, { id }) => {
    seen.push(id);
    return { ok: true, status: 200 };
  });
  let pages = 0;
  await deliverDue(fixture.needs, "i", async () => (++pages === 1 ? receiver() : null), running);
  expect(seen).toHaveLength(64);
});

test("after stop no attempt begins and those in progress finish", async () => {
  const noMore = new AbortController();
  const fixture = await aFixture(100, async () => {
    noMore.abort();
    await new Promise((resolve) => setImmediate(resolve));
    return { ok: true, status: 200 };
  });
  await deliverDue(fixture.needs, "i", receiver, { ...running, noMore: noMore.signal });
  const delivered = (await fixture.states()).filter(({ state }) => state === "Delivered");
  expect(delivered.length).toBeGreaterThan(0);
  expect(delivered.length).toBeLessThanOrEqual(4);
});

test("an answer 410 parks the event, and a Retry-After is kept up to an hour", async () => {
  const answers = [failure({ isGone: true }), failure({ retryAfterMs: 60_000 }), failure({ retryAfterMs: 9e9 })];
  const fixture = await aFixture(3, async (_, { id }) => answers[Number(id.slice(1))] ?? failure());
  await fixture.deliver();
  const after = (ms: number) => new Date(fixture.clock.ms + ms).toISOString();
  expect(await fixture.deliveries.find("d0")).toMatchObject({ state: "Parked", attempts: 1 });
  expect(await fixture.deliveries.find("d1")).toMatchObject({ nextAttemptAt: after(60_000) });
  expect(await fixture.deliveries.find("d2")).toMatchObject({ nextAttemptAt: after(3_600_000) });
});

test("a pause differs from the schedule by at most a tenth, and the schedule has an end", () => {
  const pauses = [5_000, 30_000, 28_800_000];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const next = nextAttemptAfterMs(pauses, { attempts, retryAfterMs: null, isGone: false }, random);
      const pause = pauses[attempts - 1];
      if (pause === undefined) return expect(next).toBeNull();
      expect(next).toBeGreaterThanOrEqual(pause * 0.9 - 1);
      expect(next).toBeLessThanOrEqual(pause * 1.1 + 1);
    }),
  );
});
