import { afterEach, expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { until } from "@network-access/testkit/until";
import { Redis } from "ioredis";
import { createStateHints } from "../../src/jobs/state-hints.ts";

/**
 * Processes of two releases may exchange hints. These tests contain the fixed text of a hint. They check that a process
 * sends exactly this text, and that a process can read it.
 */

const redisUrl = process.env.TEST_REDIS_URL ?? "";
const logger = createLogger({ name: "test", level: "silent" });
const prefix = `test-${crypto.randomUUID().slice(0, 8)}`;
const channel = `${prefix}:change-request-states`;
const message = '{"id":"cr-1"}';

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

function openRedis(): Redis {
  const redis = new Redis(redisUrl);
  opened.push({ stop: () => redis.disconnect() });
  return redis;
}

function openHints(hear: (id: string) => void) {
  const hints = createStateHints({ onHint: hear, redis: { url: redisUrl }, prefix, logger });
  opened.push(hints);
  return hints;
}

test("a hint is sent as other releases hear it", async () => {
  const heard: string[] = [];
  const listener = openRedis();
  await listener.subscribe(channel);
  listener.on("message", (_, text) => heard.push(text));
  const hints = openHints(() => undefined);
  await until("a hint", () => {
    hints.publish({ id: "cr-1" });
    return heard.length > 0;
  });
  expect(heard[0]).toBe(message);
});

test("a hint of another release is heard", async () => {
  const heard: string[] = [];
  await openHints((id) => heard.push(id)).start();
  const sender = openRedis();
  await until("a hint", async () => {
    await sender.publish(channel, message);
    return heard.length > 0;
  });
  expect(heard[0]).toBe("cr-1");
});
