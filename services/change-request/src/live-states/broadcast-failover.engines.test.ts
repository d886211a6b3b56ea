import { afterAll, afterEach, beforeAll, test } from "@jest/globals";
import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Part } from "@network-access/service-runtime/part";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { type RedisPair, startRedisPair } from "@network-access/testkit/redis-pair";
import { until } from "@network-access/testkit/until";
import { z } from "zod";
import { createBroadcast } from "./redis-broadcast.ts";

let pair: RedisPair;
const { logger } = keepLogLines();
const parts: Part[] = [];
beforeAll(async () => {
  pair = await startRedisPair();
  await pair.reset();
});
afterEach(async () => {
  for (const part of parts.splice(0).reverse()) await withDeadline(part.name, 10_000, async () => part.stop());
});
afterAll(() => pair.stop());

test("after a failover messages reach all processes again", async () => {
  const door = await createEngineDoor(pair.primaryUrl);
  const heard: string[][] = [[], []];
  const processes = heard.map((texts) =>
    createBroadcast<{ readonly id: string }>({
      channel: "states",
      payload: z.object({ id: z.string() }),
      onMessage: ({ id }) => void texts.push(id),
      redis: { url: door.url },
      prefix: "test",
      logger,
      renewEveryMs: 500,
    }),
  );
  parts.push(...processes);
  for (const one of processes) await one.start();
  const [first, second] = processes;
  const reach = async (id: string) =>
    until(`"${id}" is heard by both`, () => {
      first?.publish({ id });
      return heard.every((texts) => texts.includes(id));
    });
  await reach("before");
  await pair.switchOver();
  door.leadTo(pair.replicaUrl);
  // Starts a new process in place of the second one. The first process still has its old connections. The new process
  // stands for a process that has already reconnected to the new primary.
  await second?.stop();
  const other = createBroadcast<{ readonly id: string }>({
    channel: "states",
    payload: z.object({ id: z.string() }),
    onMessage: ({ id }) => void heard[1]?.push(id),
    redis: { url: door.url },
    prefix: "test",
    logger,
  });
  parts.push(other);
  await other.start();
  await reach("after");
  await door.shut();
});
