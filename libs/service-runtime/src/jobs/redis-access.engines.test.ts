import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { type LimitedRedis, limitRedis } from "@network-access/testkit/limited-redis";
import { until } from "@network-access/testkit/until";
import { Redis } from "ioredis";
import { z } from "zod";
import { keepLogLines } from "../../test/log-lines.ts";
import { pause } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import { createJobHandler } from "./job-handler.ts";
import { createJobSender } from "./job-sender.ts";

const serverUrl = process.env.TEST_REDIS_URL ?? "";
const prefix = `test-${randomUUID().slice(0, 8)}`;
const { logger, lines } = keepLogLines();
const parts: Part[] = [];
let redis: Redis;
let limited: LimitedRedis;
beforeAll(async () => {
  redis = new Redis(serverUrl);
  limited = await limitRedis(serverUrl, prefix);
});
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop();
  lines.length = 0;
});
afterAll(async () => {
  await redis.del([`other-${prefix}`, ...(await redis.keys(`${prefix}:*`))]);
  await limited.remove();
  redis.disconnect();
});

test("the documented user of an installation reaches no key, channel or setting of others", async () => {
  await redis.set(`other-${prefix}`, "geheim");
  const user = new Redis(limited.url);
  try {
    expect(await user.set(`${prefix}:a`, "1")).toBe("OK");
    for (const refused of [
      () => user.get(`other-${prefix}`),
      () => user.eval("return redis.call('GET', KEYS[1])", 1, `other-${prefix}`),
      () => user.eval(`return redis.call('GET', 'other-${prefix}')`, 0),
      () => user.publish(`other-${prefix}:hints`, "x"),
      () => user.subscribe("*"),
      () => user.keys("*"),
      () => user.scan(0),
      () => user.flushdb(),
      () => user.config("GET", "*"),
      () => user.call("ACL", "LIST"),
      () => user.call("FUNCTION", "FLUSH"),
    ])
      await expect(refused()).rejects.toThrow(/NOPERM|ACL|permission/i);
  } finally {
    user.disconnect();
  }
});

/** Creates a sender and a handler that use this password, as one process would. */
function startProcess(password: string, done: number[]) {
  const url = limited.url.replace(/:[^:@]*@/, `:${password}@`);
  const contract = {
    queue: "rotation",
    payload: z.object({ n: z.int() }),
    deduplicationKey: ({ n }: { n: number }) => String(n),
    attempts: 3,
    backoffMs: 10,
  };
  // A slow send would be logged.
  const settings = { redis: { url }, prefix, logger, deadlineMs: 10_000 };
  const sender = createJobSender(contract, settings);
  const handler = createJobHandler(contract, async ({ n }) => void done.push(n), settings);
  parts.push(handler, sender);
  return {
    sender,
    handler,
    async stop() {
      for (const part of [handler, sender]) {
        parts.splice(parts.indexOf(part), 1);
        await part.stop();
      }
    },
  };
}

test("a rolling restart from one password to another loses no job, and the old password is refused afterwards", async () => {
  const setPassword = (rule: string) => redis.call("ACL", "SETUSER", limited.user, rule);
  const done: number[] = [];
  const sent: number[] = [];
  await setPassword(">geheim-1");
  const old = [startProcess("geheim-1", done), startProcess("geheim-1", done)];
  for (const { handler } of old) await handler.start();
  let senders = old.map(({ sender }) => sender);
  const ended = new AbortController();
  const sending = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) {
      const [sender] = senders;
      if ((await sender?.send({ n }))?.ok) sent.push(n);
      senders = [...senders.slice(1), ...senders.slice(0, 1)];
      await pause(5);
    }
  })();
  await until("jobs are done", () => done.length >= 10);

  await setPassword(">geheim-2");
  const fresh = [];
  for (const one of old) {
    const next = startProcess("geheim-2", done);
    await next.handler.start();
    fresh.push(next);
    senders = [...fresh, ...old.slice(fresh.length)].map(({ sender }) => sender);
    await pause(20);
    await one.stop();
  }
  await setPassword("<geheim-1");
  const before = done.length;
  await until("jobs are done with the new password", () => done.length >= before + 10);
  ended.abort();
  await sending;
  await until("every job is done", () => sent.every((n) => done.includes(n)));
  expect(new Set(done).size).toBe(done.length);

  expect(lines.filter(({ level }) => level === "warn" || level === "error")).toEqual([]);
  const late = startProcess("geheim-1", done);
  expect(await late.sender.send({ n: -1 })).toMatchObject({ ok: false });
  expect(JSON.stringify(lines)).toContain("WRONGPASS");
  expect(JSON.stringify(lines)).not.toContain("geheim");
});
