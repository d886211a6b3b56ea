import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { type RedisPair, startRedisPair } from "@network-access/testkit/redis-pair";
import { until } from "@network-access/testkit/until";
import { z } from "zod";
import { keepLogLines } from "../../test/log-lines.ts";
import { pause, withDeadline } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import { createJobHandler } from "./job-handler.ts";
import { createJobSender } from "./job-sender.ts";

let pair: RedisPair;
let door: EngineDoor;
const { logger } = keepLogLines();
const parts: Part[] = [];

beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.stop());
beforeEach(async () => {
  await pair.reset();
  door = await createEngineDoor(pair.primaryUrl);
});
afterEach(async () => {
  for (const part of parts.splice(0).reverse()) await withDeadline(part.name, 60_000, async () => part.stop());
  await door.shut();
});

function setUp() {
  const done: number[] = [];
  const begun: number[] = [];
  const hold = new Map<number, Promise<void>>();
  const contract = {
    queue: "failover",
    payload: z.object({ n: z.int() }),
    deduplicationKey: ({ n }: { n: number }) => String(n),
    attempts: 3,
    backoffMs: 10,
  };
  const settings = { redis: { url: door.url }, prefix: "test", logger };
  const sender = createJobSender(contract, settings);
  const handler = createJobHandler(
    contract,
    async ({ n }) => {
      begun.push(n);
      await hold.get(n);
      done.push(n);
    },
    { ...settings, concurrency: 2 },
  );
  parts.push(sender, handler);
  return { sender, handler, begun, done, hold };
}

async function sent({ sender }: ReturnType<typeof setUp>, n: number): Promise<void> {
  await until(`job ${n} is sent`, async () => (await sender.send({ n })).ok);
}

/**
 * Waits up to 90 s until all jobs are done. This is enough time for a job to run again after its worker stopped
 * responding.
 */
async function allDone({ done }: ReturnType<typeof setUp>, numbers: readonly number[]): Promise<void> {
  await until(`each of ${numbers} is done`, () => numbers.every((n) => done.includes(n)), 90_000);
}

test("after a failover jobs are sent to the new primary and done there, also those that waited or were worked on", async () => {
  const one = setUp();
  const finish = Promise.withResolvers<void>();
  for (const n of [1, 2]) one.hold.set(n, finish.promise);
  await one.handler.start();
  for (const n of [1, 2, 3, 4]) await sent(one, n);
  await until("two are worked on", () => one.begun.length === 2);
  await pair.switchOver();
  door.leadTo(pair.replicaUrl);
  finish.resolve();
  await sent(one, 5);
  await allDone(one, [1, 2, 3, 4, 5]);
});

test("a worker that waits for jobs gets those of the new primary", async () => {
  const one = setUp();
  await one.handler.start();
  await sent(one, 1);
  await allDone(one, [1]);
  await pair.switchOver();
  door.leadTo(pair.replicaUrl);
  await sent(one, 2);
  await allDone(one, [1, 2]);
});

test("while the address leads to a replica sending fails, and jobs go on once it is the primary again", async () => {
  const one = setUp();
  const finish = Promise.withResolvers<void>();
  for (const n of [1, 2]) one.hold.set(n, finish.promise);
  await one.handler.start();
  for (const n of [1, 2, 3]) await sent(one, n);
  await until("two are worked on", () => one.begun.length === 2);
  await pair.switchOver();
  finish.resolve();
  expect(await one.sender.send({ n: 4 })).toMatchObject({ ok: false });
  const [before, since] = [await connectionsMade(), performance.now()];
  await pause(4_000);
  // The clients reconnect only a few times a second.
  const made = (await connectionsMade()) - before;
  expect((made / (performance.now() - since)) * 1_000).toBeLessThan(10);
  await pair.switchBack();
  await sent(one, 4);
  await allDone(one, [1, 2, 3, 4]);
});

async function connectionsMade(): Promise<number> {
  const stats = await pair.primary.info("stats");
  return Number(/total_connections_received:(\d+)/.exec(stats)?.[1]);
}
