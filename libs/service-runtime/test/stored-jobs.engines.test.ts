import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "@jest/globals";
import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import type { JobContract } from "@network-access/service-contracts/job-contract";
import { until } from "@network-access/testkit/until";
import { type Job, Queue } from "bullmq";
import { createJobHandler } from "../src/jobs/job-handler.ts";
import { createJobSender } from "../src/jobs/job-sender.ts";
import { currentRequest, runInRequest } from "../src/telemetry/request-context.ts";
import { keepLogLines } from "./log-lines.ts";

/**
 * A job in a queue may be run by a release other than the one that sent it, so the stored form of a job must not
 * change. This test compares the stored form with a fixed text.
 */

const redisUrl = process.env.TEST_REDIS_URL ?? "";
const prefix = `test-${randomUUID().slice(0, 8)}`;
const { logger } = keepLogLines();
const id = { changeRequestUuid: "0b0b0b0b-1111-4222-8333-444444444444", revision: 3, attempt: 7 };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

const opened: Queue[] = [];
function queueOf({ queue }: { readonly queue: string }): Queue {
  const open = new Queue(queue, { connection: { url: redisUrl }, prefix });
  opened.push(open);
  return open;
}
afterEach(async () => {
  for (const queue of opened.splice(0)) {
    await queue.obliterate({ force: true });
    await queue.close();
  }
});

async function sent<Payload>(contract: JobContract<Payload>, payload: Payload): Promise<Job | undefined> {
  const queue = queueOf(contract);
  const sender = createJobSender(contract, { redis: { url: redisUrl }, prefix, logger, deadlineMs: 10_000 });
  const context = { requestId: "req-1", traceparent, signal: new AbortController().signal, annotations: {} };
  await runInRequest(context, () => sender.send(payload));
  await sender.stop();
  const [job] = await queue.getJobs();
  return job;
}

test.each([
  ["evaluate-change-request", evaluateChangeRequest],
  ["change-request-evaluated", changeRequestEvaluated],
])("a job %s lies in its queue with its envelope, under the hash of its evaluation", async (name, contract) => {
  const job = await sent(contract, id);
  expect([job?.queueName, job?.name]).toEqual([name, name]);
  expect(job?.data).toEqual({ payload: id, requestId: "req-1", traceparent });
  expect(job?.deduplicationId).toBe("ab59a1e992feb20c5534b26cfecfa1f8af111a423a8802992bf5e3a6dbb19a48");
});

test("a job addresses-changed lies in its queue with its envelope, under one hash", async () => {
  const job = await sent(addressesChanged, {});
  expect([job?.queueName, job?.name]).toEqual(["addresses-changed", "addresses-changed"]);
  expect(job?.data).toEqual({ payload: {}, requestId: "req-1", traceparent });
  expect(job?.deduplicationId).toBe("a0a44ed8cfc32b7e61befeb99bbff7706808c3fe4dcdf4750a8addb3ffcd4008");
});

test("a job that another release sent is worked on, in the request it was sent in", async () => {
  const heard: unknown[] = [];
  const handler = createJobHandler(
    evaluateChangeRequest,
    async (payload) => {
      const request = currentRequest();
      heard.push(payload, request?.requestId, request?.traceparent);
    },
    { redis: { url: redisUrl }, prefix, logger },
  );
  await queueOf(evaluateChangeRequest).add("evaluate-change-request", { payload: id, requestId: "req-1", traceparent });
  await handler.start();
  await until("the work", () => heard.length > 0);
  await handler.stop();
  expect(heard).toEqual([id, "req-1", traceparent]);
});
