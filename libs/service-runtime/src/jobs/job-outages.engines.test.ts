import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { until } from "@network-access/testkit/until";
import { Redis } from "ioredis";
import { z } from "zod";
import { keepLogLines } from "../../test/log-lines.ts";
import { pause } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import { createJobHandler } from "./job-handler.ts";
import { createJobSender } from "./job-sender.ts";

const engine = process.env.TEST_REDIS_URL ?? "";
const { logger, lines } = keepLogLines();
const parts: Part[] = [];
let prefix: string;
let door: EngineDoor;
beforeEach(async () => {
  prefix = `test-${randomUUID().slice(0, 8)}`;
  door = await createEngineDoor(engine);
});
afterEach(async () => {
  for (const part of parts.splice(0).reverse()) await within(part.stop());
  await door.shut();
  const redis = new Redis(engine);
  const left = await redis.keys(`${prefix}:*`);
  if (left.length > 0) await redis.del(left);
  redis.disconnect();
  lines.length = 0;
});

/** Waits at most 30 s until a sender or handler has stopped, so that one that hangs does not block the next test. */
const within = (stopped: void | Promise<void>) => Promise.race([stopped, pause(30_000)]);

function setUp() {
  const done: number[] = [];
  const contract = {
    queue: "outages",
    payload: z.object({ n: z.int() }),
    deduplicationKey: ({ n }: { n: number }) => String(n),
    attempts: 3,
    backoffMs: 10,
  };
  const settings = { redis: { url: door.url }, prefix, logger };
  const sender = createJobSender(contract, settings);
  const handler = createJobHandler(contract, async ({ n }) => void done.push(n), settings);
  parts.push(sender, handler);
  return { sender, handler, done };
}
type SetUp = ReturnType<typeof setUp>;

/** Sends the job repeatedly until the queue accepts it, and then waits until the job is done. */
async function worksAgain({ sender, done }: SetUp, n: number): Promise<void> {
  await until("a send", async () => (await sender.send({ n })).ok);
  await until("the job", () => done.includes(n));
}

test("connections lost on the network are given up, and jobs are sent and done over new ones", async () => {
  const one = setUp();
  await one.handler.start();
  await worksAgain(one, 1);
  door.strand();
  await worksAgain(one, 2);
});

test("a Redis that is silent during the first handshakes is used as soon as it answers", async () => {
  door.hold();
  const one = setUp();
  await one.handler.start();
  expect(await one.sender.send({ n: 1 })).toMatchObject({ ok: false });
  door.strand();
  await door.open();
  await worksAgain(one, 2);
});

test.each(["silent", "away"])("a worker without jobs stops within seconds while Redis is %s", async (how) => {
  const { handler, sender, done } = setUp();
  await handler.start();
  await worksAgain({ handler, sender, done }, 1);
  if (how === "silent") door.hold();
  else await door.shut();
  await pause(300);
  const began = performance.now();
  await within(handler.stop());
  await within(sender.stop());
  parts.length = 0;
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(lines.map(({ msg }) => msg)).not.toContain("jobs in progress are returned to the queue");
});
