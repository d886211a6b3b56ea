import { randomUUID } from "node:crypto";
import type { JobContract } from "@network-access/service-contracts/job-contract";
import { type Job, UnrecoverableError, Worker } from "bullmq";
import type { ReadinessCheck } from "../http/http-request.ts";
import { DeadlineExceeded, pause, withDeadline } from "../process/deadline.ts";
import type { Part } from "../process/run-until-signal.ts";
import { withSpan } from "../process/telemetry.ts";
import type { Logger } from "../telemetry/logger.ts";
import { counter, gauge, histogram } from "../telemetry/metrics.ts";
import { requestIdFrom, runInRequest, traceparentFrom } from "../telemetry/request-context.ts";
import { connectRedis, pingRedis } from "./connect-redis.ts";
import { jobEnvelope } from "./job-envelope.ts";

const durations = histogram({
  name: "job_duration_seconds",
  help: "Time one try of a job took",
  labels: ["queue", "outcome"],
});
const stalls = counter({ name: "jobs_stalled_total", help: "Jobs whose worker went away", labels: ["queue"] });
const running = gauge({ name: "jobs_running", help: "Jobs being worked on", labels: ["queue"] });
const lateness = histogram({ name: "job_wait_seconds", help: "Time from sending to the first try", labels: ["queue"] });

/** One try of a job. */
export interface JobRun {
  /** Aborted when the process stops and the time to finish is over. */
  readonly signal: AbortSignal;
  /** 1 for the first try. */
  readonly attempt: number;
  /** True when the queue will not try again after this. */
  readonly last: boolean;
}

/** The receiving side of one contract; work begins with `start`. */
export interface JobHandler extends Part {
  readonly check: ReadinessCheck;
}

/** How jobs are worked on. */
export interface JobHandlerOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly logger: Logger;
  /** Jobs at once; 10 when left out. */
  readonly concurrency?: number;
  /** How long jobs in progress may take to finish at the end; 20,000 when left out. Then their signal is aborted. */
  readonly stopMs?: number;
}

/**
 * Works on the jobs of one contract. A job may come more than once, so `handle` has to be repeatable. What `handle`
 * throws is logged and tried again with growing pauses; a payload that is not of the contract is dropped for good.
 */
export function createJobHandler<Payload>(
  contract: JobContract<Payload>,
  handle: (payload: Payload, run: JobRun) => Promise<void>,
  options: JobHandlerOptions,
): JobHandler {
  const { redisUrl, prefix, logger, concurrency = 10, stopMs = 20_000 } = options;
  const { queue } = contract;
  const connection = connectRedis({ url: redisUrl, logger, use: "work" });
  const stopping = new AbortController();
  const inProgress = new Set<Promise<void>>();
  const worker = new Worker(queue, take, {
    connection,
    prefix,
    concurrency,
    autorun: false,
    // What a killed worker held is taken up again after this; heavy work runs in threads, so the renewal is on time.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 3,
    removeOnComplete: { count: 1_000 },
    removeOnFail: { count: 1_000 },
  });
  // Faults of the connection are told once by the connection itself.
  worker.on("error", () => undefined);
  worker.on("stalled", (jobId) => {
    stalls.inc({ queue });
    logger.warn({ queue, jobId }, "a job lost its worker and will run again");
  });

  async function take(job: Job): Promise<void> {
    const working = work(job);
    inProgress.add(working);
    await working.finally(() => inProgress.delete(working));
  }

  async function work(job: Job): Promise<void> {
    const envelope = jobEnvelope.safeParse(job.data);
    const payload = contract.payload.safeParse(envelope.data?.payload);
    const context = {
      requestId: requestIdFrom(envelope.data?.requestId ?? randomUUID()),
      traceparent: traceparentFrom(envelope.data?.traceparent),
      signal: stopping.signal,
      annotations: {},
    };
    await runInRequest(context, async () => {
      if (!payload.success) {
        const errors = payload.error.issues.map((issue) => issue.path.join("."));
        logger.error({ queue, jobId: job.id, errors }, "a job is not of its contract and is dropped");
        durations.observe({ queue, outcome: "dropped" }, 0);
        throw new UnrecoverableError("not of its contract");
      }
      const attempt = job.attemptsMade + 1;
      const run = { signal: stopping.signal, attempt, last: attempt >= contract.attempts };
      if (attempt === 1) lateness.observe({ queue }, Math.max(0, Date.now() - job.timestamp) / 1_000);
      running.inc({ queue });
      const stop = durations.startTimer({ queue });
      try {
        await withSpan(`handle ${queue}`, { kind: "consumer", parent: context.traceparent }, () =>
          handle(payload.data, run),
        );
        const seconds = stop({ outcome: "done" });
        logger.info({ queue, attempt, durationMs: Math.round(seconds * 1e3) }, "job done");
      } catch (error) {
        stop({ outcome: run.last ? "failed" : "again" });
        logger.error({ err: error, queue, attempt, last: run.last }, "a job failed");
        throw error;
      } finally {
        running.dec({ queue });
      }
    });
  }

  /** Without its engine the worker may wait for ever to say goodbye. */
  async function settled(closed: Promise<void>): Promise<void> {
    const enough = new AbortController();
    await Promise.race([closed, pause(1_000, enough.signal)]);
    enough.abort();
  }

  return {
    name: `handler ${queue}`,
    check: { name: `queue ${queue}`, check: () => pingRedis(connection) },
    start() {
      worker.run().catch((error: unknown) => logger.error({ err: error, queue }, "a worker stopped working"));
    },
    async stop() {
      const closed = worker.close();
      try {
        await withDeadline(`finishing the jobs of ${queue}`, stopMs, async () => {
          // One that was just fetched may still begin.
          do {
            await Promise.allSettled(inProgress);
            await settled(closed);
          } while (inProgress.size > 0);
        });
      } catch (error) {
        if (!(error instanceof DeadlineExceeded)) throw error;
        logger.warn({ queue }, "jobs in progress are given back to the queue");
        stopping.abort(error);
        await settled(closed);
      }
      connection.disconnect();
    },
  };
}
