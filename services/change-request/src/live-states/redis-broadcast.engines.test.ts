import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { Part } from "@network-access/service-runtime/part";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { type LimitedRedis, limitRedis } from "@network-access/testkit/limited-redis";
import { until } from "@network-access/testkit/until";
import { Redis } from "ioredis";
import { z } from "zod";
import { type Broadcast, createBroadcast } from "./redis-broadcast.ts";

const redisUrl = process.env.TEST_REDIS_URL ?? "";
const { logger, lines } = keepLogLines();
const parts: Part[] = [];
const redis = new Redis(redisUrl);
/** Every process uses a prefix that begins like this. */
const prefixes = `test-${randomUUID().slice(0, 8)}`;
let limited: LimitedRedis;
beforeAll(async () => {
  limited = await limitRedis(redisUrl, `${prefixes}-*`);
});
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop();
  lines.length = 0;
});
afterAll(async () => {
  await limited.remove();
  redis.disconnect();
});

interface Message {
  readonly id: string;
}
interface Process {
  readonly broadcast: Broadcast<Message>;
  readonly heard: string[];
}

/**
 * Creates and starts the broadcast of one process of a service. Processes of the same service have the same `prefix`.
 */
async function aProcess(
  prefix: string,
  options: { renewEveryMs?: number; redis?: { url: string } } = {},
): Promise<Process> {
  const heard: string[] = [];
  const broadcast = createBroadcast<Message>({
    channel: "test",
    payload: z.object({ id: z.string() }),
    onMessage: ({ id }) => void heard.push(id),
    redis: { url: limited.url },
    prefix,
    logger,
    ...options,
  });
  parts.push(broadcast);
  await broadcast.start();
  return { broadcast, heard };
}
const aPrefix = () => `${prefixes}-${randomUUID().slice(0, 8)}`;
const listeners = async (prefix: string) => Number((await redis.pubsub("NUMSUB", `${prefix}:test`))[1]);

test("every process of a service receives a message, the sender too, and no other service", async () => {
  const prefix = aPrefix();
  const [one, two, stranger] = [await aProcess(prefix), await aProcess(prefix), await aProcess(aPrefix())];
  await until("both listen", async () => (await listeners(prefix)) === 2);
  one.broadcast.publish({ id: "ä \u{1F600}" });
  await until("both", () => one.heard.length + two.heard.length === 2);
  expect([one.heard, two.heard, stranger.heard]).toEqual([["ä \u{1F600}"], ["ä \u{1F600}"], []]);
});

test("a message that does not match the payload is dropped, and listening goes on", async () => {
  const prefix = aPrefix();
  const { heard } = await aProcess(prefix);
  await until("it listens", async () => (await listeners(prefix)) === 1);
  for (const text of ["", "{", "null", "[]", '{"id":7}', '{"id":"right"}']) await redis.publish(`${prefix}:test`, text);
  await until("the right one", () => heard.length > 0);
  expect(heard).toEqual(["right"]);
});

test("a process that lost its connection receives again, also when subscribing was refused meanwhile", async () => {
  const prefix = aPrefix();
  const user = `user-${prefix}`;
  await redis.call("ACL", "SETUSER", user, "on", ">secret", "~*", "+@all", "&*");
  const heard: string[] = [];
  const broadcast = createBroadcast<Message>({
    channel: "test",
    payload: z.object({ id: z.string() }),
    onMessage: ({ id }) => void heard.push(id),
    redis: { url: redisUrl.replace("://", `://${user}:secret@`) },
    prefix,
    logger,
    renewEveryMs: 100,
  });
  parts.push(broadcast);
  await broadcast.start();
  try {
    await until("it listens", async () => (await listeners(prefix)) === 1);
    // Redis disconnects subscribers that lose the permission.
    await redis.call("ACL", "SETUSER", user, "resetchannels");
    await until("it is refused", () => lines.some(({ msg }) => String(msg).startsWith("messages can't be received")));
    broadcast.publish({ id: "lost" });
    await redis.call("ACL", "SETUSER", user, "allchannels");
    await until("it listens again", async () => (await listeners(prefix)) === 1);
    broadcast.publish({ id: "heard" });
    await until("it hears", () => heard.length > 0);
    expect(heard).toEqual(["heard"]);
  } finally {
    await redis.call("ACL", "DELUSER", user);
  }
});

test("connections lost on the network are given up, by sender and listener", async () => {
  const prefix = aPrefix();
  const door = await createEngineDoor(limited.url);
  const { broadcast, heard } = await aProcess(prefix, { redis: { url: door.url }, renewEveryMs: 500 });
  await until("it listens", async () => (await listeners(prefix)) === 1);
  door.strand();
  await until("it hears again", () => {
    broadcast.publish({ id: "again" });
    return heard.length > 0;
  });
  await broadcast.stop();
  await door.shut();
});

test("while Redis is away publishing neither waits nor throws", async () => {
  const broadcast = createBroadcast<Message>({
    channel: "test",
    payload: z.object({ id: z.string() }),
    onMessage: () => undefined,
    redis: { url: "redis://127.0.0.1:1" },
    prefix: "unused",
    logger,
  });
  await broadcast.start();
  for (let n = 0; n < 1_000; n += 1) expect(broadcast.publish({ id: String(n) })).toBeUndefined();
  await broadcast.stop();
});
