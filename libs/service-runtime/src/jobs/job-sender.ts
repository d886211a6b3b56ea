import { createHash } from "node:crypto";
import type { JobContract } from "@network-access/service-contracts/job-contract";
import { Queue } from "bullmq";
import { withDeadline } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import { withSpan } from "../process/telemetry.ts";
import type { Logger } from "../telemetry/logger.ts";
import { collectedGauge, counter } from "../telemetry/metrics.ts";
import { connectRedis, isDown, type RedisSettings, untilReady } from "./connect-redis.ts";
import { jobEnvelope, wrapPayload } from "./job-envelope.ts";

const sent = counter({ name: "jobs_sent_total", help: "Jobs sent", labels: ["queue", "outcome"] });

const waiting = collectedGauge({ name: "jobs_waiting", help: "Jobs that wait for a worker", label: "queue" });
const oldest = collectedGauge({
  name: "jobs_oldest_waiting_seconds",
  help: "Age of the oldest job that a worker could take now, or 0; every replica reports it for the whole queue",
  label: "queue",
});

/**
 * The result of sending a job. If `ok` is true, the job is in the queue. Otherwise Redis is unavailable, and the caller
 * has to send the job again later.
 */
export type Sent = { readonly ok: true } | { readonly ok: false; readonly failure: { readonly kind: "unavailable" } };

/** The sending side of one contract. */
export interface JobSender<Payload> extends Part {
  /**
   * Sends a job within the sender's `deadlineMs`. If Redis is unavailable, resolves with a failure instead of
   * rejecting.
   */
  send(payload: Payload): Promise<Sent>;
}

/** Options of a sender. */
export interface JobSenderOptions {
  readonly redis: RedisSettings;
  readonly prefix: string;
  readonly logger: Logger;
  /** The default is 1,000. */
  readonly deadlineMs?: number;
  /**
   * Whether to keep a job that is sent while a job with the same deduplication key is running. A kept job runs after
   * the running job. By default, the sent job is dropped. Recomputations need true, because the running job may have
   * read data that has changed since.
   */
  readonly keepLastIfActive?: boolean;
}

/** Sends jobs of one contract. Connects immediately, and reconnects by itself. */
export function createJobSender<Payload>(
  contract: JobContract<Payload>,
  options: JobSenderOptions,
): JobSender<Payload> {
  const { redis, prefix, logger, deadlineMs = 1_000, keepLastIfActive = false } = options;
  const connection = connectRedis({ redis, logger, use: "send" });
  const queue = new Queue(contract.queue, {
    connection,
    prefix,
    // Turns off the library's check of the Redis version. The library makes this check only once. If Redis did not
    // respond to it, the queue would never accept a job.
    skipVersionCheck: true,
    defaultJobOptions: {
      attempts: contract.attempts,
      backoff: { type: "exponential", delay: contract.backoffMs, jitter: 0.5 },
      removeOnComplete: { count: 1_000 },
      removeOnFail: { count: 1_000 },
    },
  });
  // The errors need no handling here, because the connection already logs them. Without a listener, they would end the
  // process.
  queue.on("error", () => undefined);

  for (const outcome of ["sent", "unavailable"]) sent.inc({ queue: contract.queue, outcome }, 0);
  waiting.set(contract.queue, async () => {
    if (isDown(connection)) return undefined;
    return withDeadline("counting jobs", 500, () => queue.getJobCountByTypes("waiting", "delayed", "prioritized"));
  });
  oldest.set(contract.queue, async () => {
    if (isDown(connection)) return undefined;
    const [first] = await withDeadline("finding the oldest job", 500, () => queue.getWaiting(0, 0));
    return first ? Math.max(0, Date.now() - first.timestamp) / 1_000 : 0;
  });

  return {
    name: `sender ${contract.queue}`,
    start: () => undefined,
    async send(payload) {
      const checked = contract.payload.parse(payload);
      const id = createHash("sha256").update(contract.deduplicationKey(checked)).digest("hex");
      try {
        if (isDown(connection)) throw new Error("there is no connection to the queue");
        await withSpan(`send ${contract.queue}`, { kind: "producer" }, () =>
          withDeadline(`sending to ${contract.queue}`, deadlineMs, async (signal) => {
            // Waits for the connection until the deadline. Without this wait, `queue.add` would wait for the connection
            // even after the deadline. It would then send a job that was already reported as not sent.
            await untilReady(connection, signal);
            await queue.add(contract.queue, jobEnvelope.parse(wrapPayload(checked)), {
              deduplication: { id, keepLastIfActive },
            });
          }),
        );
        sent.inc({ queue: contract.queue, outcome: "sent" });
        return { ok: true };
      } catch (error) {
        sent.inc({ queue: contract.queue, outcome: "unavailable" });
        logger.warn({ err: error, queue: contract.queue }, "a job could not be sent");
        return { ok: false, failure: { kind: "unavailable" } };
      }
    },
    async stop() {
      waiting.delete(contract.queue);
      oldest.delete(contract.queue);
      connection.disconnect();
      await queue.close();
    },
  };
}
