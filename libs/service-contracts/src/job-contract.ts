import type { z } from "zod";

/**
 * The contract of one kind of job between two processes. Payloads contain only ids. The handler validates each payload
 * that it receives.
 */
export interface JobContract<Payload> {
  /** Name of the queue. It must not contain ":". */
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /**
   * Returns the key of a job. Payloads with the same key are the same job. While a job waits, another job with its key
   * is dropped. While a job runs, another job with its key is dropped too, unless the sender of the other job has the
   * option `keepLastIfActive`.
   */
  deduplicationKey(payload: Payload): string;
  /** The maximum number of attempts of a job, including the first. */
  readonly attempts: number;
  /**
   * The maximum wait before the second attempt, in milliseconds. It doubles for each further attempt. Each wait is a
   * random time between half of its maximum and its maximum.
   */
  readonly backoffMs: number;
}
