import { beforeAll, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { stack } from "./shared-stack.ts";

let client: ReturnType<typeof changeRequests>;

beforeAll(() => {
  client = changeRequests(stack.graph());
});

const request = (id: string) => ({
  id,
  name: id,
  projectId: "faults",
  rules: [tcpRule("10.0.0.0/24", "10.1.0.0/24", 443)],
});

test("with Redis emptied while evaluations wait, every one of them still reaches its verdict", async () => {
  // The worker is stopped, so that the jobs are still waiting when Redis loses them.
  await stack.process("boundary-evaluator-worker").stop();
  const ids = Array.from({ length: 20 }, (_, n) => `emptied-${n}`);
  await Promise.all(ids.map((id) => client.save(request(id))));
  const redis = new Redis(stack.redisUrl);
  await redis.flushall();
  redis.disconnect();
  await stack.process("boundary-evaluator-worker").start();
  for (const id of ids) expect(await client.judged(id)).toMatchObject({ state: "Pass", revision: 1 });
});

test("with Redis away, saves are still acknowledged, and evaluated when it is back", async () => {
  await stack.engine("redis").stop();
  const ids = Array.from({ length: 5 }, (_, n) => `away-${n}`);
  for (const id of ids) expect(await client.save(request(id))).toMatchObject({ state: "Pending" });
  const { status } = await fetch(`${stack.process("change-request").url}/readyz`);
  expect(status).toBe(200);
  await stack.engine("redis").start();
  for (const id of ids) expect(await client.judged(id)).toMatchObject({ state: "Pass" });
});
