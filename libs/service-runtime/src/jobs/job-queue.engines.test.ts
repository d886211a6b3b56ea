import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { JobContract } from "@network-access/service-contracts/job-contract";
import { type LimitedRedis, limitRedis } from "@network-access/testkit/limited-redis";
import { listen } from "@network-access/testkit/listen";
import { until } from "@network-access/testkit/until";
import { Queue } from "bullmq";
import { z } from "zod";
import { keepLogLines } from "../../test/log-lines.ts";
import type { Part } from "../process/part.ts";
import { registry } from "../telemetry/metrics.ts";
import { currentRequest, runInRequest } from "../telemetry/request-context.ts";
import { createJobHandler, type JobHandlerOptions, type JobRun } from "./job-handler.ts";
import { createJobSender, type JobSenderOptions } from "./job-sender.ts";

interface Payload {
  readonly id: string;
  readonly attempt: number;
}
const redisUrl = process.env.TEST_REDIS_URL ?? "";
const { logger, lines } = keepLogLines();
const parts: Part[] = [];
const queues: Queue[] = [];
/**
 * The Redis user of the senders and handlers. This user has only the rights that senders and handlers need. The tests'
 * own connections have all rights.
 */
let limited: LimitedRedis;
beforeAll(async () => {
  limited = await limitRedis(redisUrl, prefix);
});
afterAll(() => limited.remove());
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop();
  for (const queue of queues.splice(0)) {
    await queue.obliterate({ force: true });
    await queue.close();
  }
  lines.length = 0;
});

/** Returns the contract of a new queue, so that no two tests share a queue. */
function contractOf(attempts = 3): JobContract<Payload> {
  return {
    queue: `test-${randomUUID()}`,
    payload: z.object({ id: z.string().min(1), attempt: z.int() }),
    deduplicationKey: ({ id, attempt }) => `${id}@${attempt}`,
    attempts,
    backoffMs: 10,
  };
}
const prefix = `test-${randomUUID().slice(0, 8)}`;

function setUp(
  contract: JobContract<Payload>,
  handle: (payload: Payload, run: JobRun) => Promise<void>,
  options: Partial<JobSenderOptions & JobHandlerOptions> = {},
) {
  const settings = { redis: { url: limited.url }, prefix, logger, deadlineMs: 10_000, ...options };
  const sender = createJobSender(contract, settings);
  const handler = createJobHandler(contract, handle, settings);
  const queue = new Queue(contract.queue, { connection: { url: redisUrl }, prefix });
  parts.push(handler, sender);
  queues.push(queue);
  return { sender, handler, queue };
}

test("a job arrives with its payload and the id of the request that sent it", async () => {
  const got: unknown[] = [];
  const { sender, handler } = setUp(contractOf(), async (payload, { attempt, last }) => {
    got.push({
      payload,
      attempt,
      last,
      requestId: currentRequest()?.requestId,
      traceparent: currentRequest()?.traceparent,
    });
  });
  await handler.start();
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const context = { requestId: "r-9", traceparent, signal: new AbortController().signal, annotations: {} };
  expect(await runInRequest(context, () => sender.send({ id: "a b:c/ü", attempt: 1 }))).toEqual({ ok: true });
  await until("the job", () => got.length === 1);
  expect(got[0]).toEqual({
    payload: { id: "a b:c/ü", attempt: 1 },
    attempt: 1,
    last: false,
    requestId: "r-9",
    traceparent,
  });
});

test("the same job sent many times while it waits is done once; another attempt is done too", async () => {
  const got: number[] = [];
  const { sender, handler, queue } = setUp(contractOf(), async ({ attempt }) => void got.push(attempt));
  await Promise.all(Array.from({ length: 20 }, () => sender.send({ id: "one", attempt: 1 })));
  await sender.send({ id: "one", attempt: 2 });
  expect(await queue.getWaitingCount()).toBe(2);
  expect(await registry.getSingleMetricAsString("jobs_waiting")).toContain(`jobs_waiting{queue="${queue.name}"} 2`);
  await handler.start();
  await until("both", () => got.length === 2);
  expect(got.sort()).toEqual([1, 2]);
});

test("the age of the oldest waiting job is reported, and 0 when none waits", async () => {
  const { sender, handler, queue } = setUp(contractOf(), async () => undefined);
  const age = async () => {
    const text = await registry.getSingleMetricAsString("jobs_oldest_waiting_seconds");
    return Number(text.split(`jobs_oldest_waiting_seconds{queue="${queue.name}"} `)[1]?.split("\n")[0]);
  };
  expect(await age()).toBe(0);
  await queue.add(queue.name, { payload: { id: "old", attempt: 1 } }, { timestamp: Date.now() - 90_000 });
  await sender.send({ id: "new", attempt: 1 });
  expect(await age()).toBeGreaterThanOrEqual(90);
  await handler.start();
  await until("no job waits", async () => (await age()) === 0);
});

test("a done job can be sent again under the same id", async () => {
  let done = 0;
  const { sender, handler, queue } = setUp(contractOf(), async () => {
    done += 1;
  });
  await handler.start();
  await sender.send({ id: "one", attempt: 1 });
  await until("once", async () => (await queue.getCompletedCount()) === 1);
  await sender.send({ id: "one", attempt: 1 });
  await until("twice", () => done === 2);
});

test("with keepLastIfActive a job sent while the same one runs is done after it", async () => {
  const release = Promise.withResolvers<void>();
  const got: number[] = [];
  const contract = { ...contractOf(), deduplicationKey: ({ id }: Payload) => id };
  const { sender, handler } = setUp(
    contract,
    async ({ attempt }) => {
      got.push(attempt);
      if (attempt === 1) await release.promise;
    },
    { keepLastIfActive: true },
  );
  await handler.start();
  await sender.send({ id: "group", attempt: 1 });
  await until("the first runs", () => got.length === 1);
  for (const attempt of [2, 3, 4]) await sender.send({ id: "group", attempt });
  release.resolve();
  await until("the newest runs", () => got.at(-1) === 4);
  expect(got).toEqual([1, 4]);
});

test("a failed job is retried, its last attempt is marked, and then it stays among the failed jobs", async () => {
  const got: unknown[] = [];
  const { sender, handler, queue } = setUp(contractOf(3), async (_, { attempt, last }) => {
    got.push([attempt, last]);
    throw new Error("not yet");
  });
  await handler.start();
  await sender.send({ id: "one", attempt: 1 });
  await until("three attempts", async () => (await queue.getFailedCount()) === 1);
  expect(got).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
  expect(lines.filter((line) => line.msg === "a job failed")).toHaveLength(3);
});

test("a job that does not match the contract is logged and dropped, once", async () => {
  let handled = 0;
  const { handler, queue } = setUp(contractOf(), async () => {
    handled += 1;
  });
  await handler.start();
  const bad = [{ payload: { id: "geheim", attempt: "x" } }, { id: "geheim" }, { payload: { id: "" } }, "geheim"];
  for (const data of bad) await queue.add("x", data, { attempts: 5 });
  await until("all dropped", async () => (await queue.getFailedCount()) === 4);
  expect(handled).toBe(0);
  const dropped = lines.filter((line) => String(line.msg).includes("dropped"));
  expect(dropped.map(({ errors }) => errors)).toEqual(
    expect.arrayContaining([
      ["payload.attempt: expected number"],
      ["job.payload: expected nonoptional"],
      ["payload.id: too_small", "payload.attempt: expected number"],
      ["job: expected object"],
    ]),
  );
  expect(dropped).toHaveLength(4);
  expect(JSON.stringify(lines)).not.toContain("geheim");
});

test("a sender refuses a payload that breaks its own contract", async () => {
  const { sender } = setUp(contractOf(), async () => undefined);
  await expect(sender.send({ id: "", attempt: 1 })).rejects.toThrow();
});

test("on stop a job in progress is finished, and waiting ones stay for the next worker", async () => {
  const release = Promise.withResolvers<void>();
  let began = 0;
  let ended = 0;
  const { sender, handler, queue } = setUp(
    contractOf(),
    async () => {
      began += 1;
      await release.promise;
      ended += 1;
    },
    { concurrency: 1 },
  );
  await handler.start();
  await sender.send({ id: "a", attempt: 1 });
  await sender.send({ id: "b", attempt: 1 });
  await until("one began", () => began === 1);
  const stopped = handler.stop();
  release.resolve();
  await stopped;
  parts.splice(parts.indexOf(handler), 1);
  expect([began, ended, await queue.getWaitingCount()]).toEqual([1, 1, 1]);
});

test("a job that does not end in time is aborted", async () => {
  const aborted = Promise.withResolvers<unknown>();
  let began = false;
  const { sender, handler } = setUp(
    contractOf(),
    ({ id }, { signal }) =>
      new Promise((_, reject) => {
        began = id === "a";
        signal.addEventListener("abort", () => {
          aborted.resolve(signal.reason);
          reject(signal.reason);
        });
      }),
    { stopMs: 50 },
  );
  await handler.start();
  await sender.send({ id: "a", attempt: 1 });
  await until("it began", () => began);
  await handler.stop();
  parts.splice(parts.indexOf(handler), 1);
  expect(String(await aborted.promise)).toContain("50 ms");
});

/** Starts a proxy for Redis that can be cut off and restored. */
async function openProxy() {
  const { hostname, port } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((socket) => {
    if (!open) return void socket.destroy();
    const engine = connect(Number(port), hostname);
    for (const end of [socket, engine]) {
      sockets.add(end);
      end
        .on("error", () => undefined)
        .on("close", () => {
          socket.destroy();
          engine.destroy();
        });
    }
    socket.pipe(engine).pipe(socket);
  });
  const listening = await listen(server);
  const cut = () => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: limited.url.replace(/[^@]*$/, `127.0.0.1:${listening.port}`),
    cut,
    restore: () => {
      open = true;
    },
    close() {
      cut();
      return listening.stop();
    },
  };
}

test("while Redis is away a send fails within its deadline, and sending resumes when it is back", async () => {
  const proxy = await openProxy();
  const got: number[] = [];
  const { sender, handler } = setUp(contractOf(), async ({ attempt }) => void got.push(attempt), {
    redis: { url: proxy.url },
    deadlineMs: 300,
  });
  await handler.start();
  await until("a first send", async () => (await sender.send({ id: "one", attempt: 1 })).ok);
  await until("the first", () => got.length > 0);
  proxy.cut();
  const began = performance.now();
  await until("a send fails", async () => !(await sender.send({ id: "one", attempt: 2 })).ok);
  expect(performance.now() - began).toBeLessThan(20_000);
  await expect(handler.check.check(AbortSignal.timeout(100))).rejects.toThrow();
  proxy.restore();
  await until("a send succeeds", async () => (await sender.send({ id: "one", attempt: 3 })).ok);
  await until("the work goes on", () => got.includes(3));
  for (const part of parts.splice(0)) await part.stop();
  await proxy.close();
});

test("without Redis sends fail, and starting and stopping does not hang", async () => {
  const { sender } = setUp(contractOf(), async () => undefined);
  const lost = createJobSender(contractOf(), {
    redis: { url: "redis://127.0.0.1:9" },
    prefix,
    logger,
    deadlineMs: 200,
  });
  expect(await lost.send({ id: "one", attempt: 1 })).toEqual({ ok: false, failure: { kind: "unavailable" } });
  await lost.stop();
  expect(await sender.send({ id: "one", attempt: 1 })).toEqual({ ok: true });
});
