import { randomUUID } from "node:crypto";
import type { JobContract } from "@network-access/service-contracts/job-contract";
import { type Job, UnrecoverableError, Worker } from "bullmq";
import type { z } from "zod";
import type { ReadinessCheck } from "../http/http-request.ts";
import { DeadlineExceeded, pause, withDeadline } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import { withSpan } from "../process/telemetry.ts";
import type { Logger } from "../telemetry/logger.ts";
import { counter, gauge, histogram } from "../telemetry/metrics.ts";
import { requestIdFrom, runInRequest, traceparentFrom } from "../telemetry/request-context.ts";
import { connectRedis, pingRedis, type RedisSettings } from "./connect-redis.ts";
import { jobEnvelope } from "./job-envelope.ts";

const durations = histogram({
  name: "job_duration_seconds",
  help: "Duration of one attempt of a job",
  labels: ["queue", "outcome"],
});
const stalls = counter({ name: "jobs_stalled_total", help: "Jobs whose worker was lost", labels: ["queue"] });
const running = gauge({ name: "jobs_running", help: "Jobs in progress", labels: ["queue"] });
const lateness = histogram({
  name: "job_wait_seconds",
  help: "Time from sending to the first attempt",
  labels: ["queue"],
});

/** One attempt of a job. */
export interface JobRun {
  /** Aborted when the process stops and the time for finishing has passed. */
  readonly signal: AbortSignal;
  /** The number of this attempt, which is 1 for the first. */
  readonly attempt: number;
  /** True for the last attempt. */
  readonly last: boolean;
}

/** Receives and runs the jobs of one contract. Takes no job before `start` is called. */
export interface JobHandler extends Part {
  readonly check: ReadinessCheck;
}

/** Options of a handler. */
export interface JobHandlerOptions {
  readonly redis: RedisSettings;
  readonly prefix: string;
  readonly logger: Logger;
  /** The number of jobs that run at a time. The default is 10. */
  readonly concurrency?: number;
  /**
   * How many milliseconds the jobs in progress may take to finish when the process stops. After this time, their signal
   * is aborted. The default is 20,000.
   */
  readonly stopMs?: number;
}

/**
 * Handles the jobs of one contract. A job may be delivered more than once, so `handle` has to be idempotent. If
 * `handle` throws, the error is logged, and the job runs again after a pause, until the contract's number of attempts
 * is used up. The pauses grow. A job whose payload does not match the contract is dropped.
 */
export function createJobHandler<Payload>(
  contract: JobContract<Payload>,
  handle: (payload: Payload, run: JobRun) => Promise<void>,
  options: JobHandlerOptions,
): JobHandler {
  const { redis, prefix, logger, concurrency = 10, stopMs = 20_000 } = options;
  const { queue } = contract;
  const connection = connectRedis({ redis, logger, use: "work" });
  const stopping = new AbortController();
  const inProgress = new Set<Promise<void>>();
  const worker = new Worker(queue, take, {
    connection,
    prefix,
    concurrency,
    autorun: false,
    // If a job's lock has not been renewed for this time, another worker runs the job. A killed worker no longer renews
    // its locks. A busy worker renews them in time, because heavy work runs in threads.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 3,
    removeOnComplete: { count: 1_000 },
    removeOnFail: { count: 1_000 },
  });
  for (const outcome of ["done", "again", "failed", "dropped"]) durations.zero({ queue, outcome });
  lateness.zero({ queue });
  running.set({ queue }, 0);
  stalls.inc({ queue }, 0);
  // The errors need no handling here, because the connection already logs them. Without a listener, they would end the
  // process.
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
        const errors = envelope.success ? reasonsOf("payload", payload.error) : reasonsOf("job", envelope.error);
        logger.error({ queue, jobId: job.id, errors }, "a job does not match its contract and is dropped");
        durations.observe({ queue, outcome: "dropped" }, 0);
        throw new UnrecoverableError("the payload does not match the contract");
      }
      const attempt = job.attemptsMade + 1;
      const run = { signal: stopping.signal, attempt, last: attempt >= contract.attempts };
      if (attempt === 1) lateness.observe({ queue }, Math.max(0, Date.now() - job.timestamp) / 1_000);
      running.inc({ queue });
      const stop = durations.startTimer({ queue });
      try {
        let traceId: string | undefined;
        await withSpan(`handle ${queue}`, { kind: "consumer", parent: context.traceparent }, (span) => {
          traceId = span?.spanContext().traceId;
          return handle(payload.data, run);
        });
        const seconds = stop({ outcome: "done" });
        logger.info({ queue, attempt, durationMs: Math.round(seconds * 1e3), traceId }, "job done");
      } catch (error) {
        stop({ outcome: run.last ? "failed" : "again" });
        logger.error({ err: error, queue, attempt, last: run.last }, "a job failed");
        throw error;
      } finally {
        running.dec({ queue });
      }
    });
  }

  /** Waits until the worker has closed, for at most one second. Without Redis, the closing may never end. */
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
          // A closing worker may still begin a job that it has already fetched. The loop waits for that job too.
          do {
            await Promise.allSettled(inProgress);
            await settled(closed);
          } while (inProgress.size > 0);
        });
      } catch (error) {
        if (!(error instanceof DeadlineExceeded)) throw error;
        logger.warn({ queue }, "jobs in progress are returned to the queue");
        stopping.abort(error);
        await settled(closed);
      }
      connection.disconnect();
    },
  };
}

/**
 * Returns one reason for each issue. The reason does not contain the issue's message, which may contain values of the
 * payload.
 */
function reasonsOf(root: string, { issues }: z.ZodError): string[] {
  return issues.map((issue) => {
    const reason = issue.code === "invalid_type" ? `expected ${issue.expected}` : issue.code;
    return `${[root, ...issue.path].join(".")}: ${reason}`;
  });
}
