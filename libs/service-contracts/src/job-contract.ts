import type { z } from "zod";

/**
 * The contract of one kind of job between two processes. Payloads contain only ids. The handler validates each payload
 * that it receives.
 */
export interface JobContract<Payload> {
  /** Name of the queue, without ":". */
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /**
   * Returns the key of a job. Payloads with the same key are the same job. While a job with a key waits or runs, no
   * other job with this key is queued.
   */
  deduplicationKey(payload: Payload): string;
  /** How often a job is attempted before it fails, including the first attempt. */
  readonly attempts: number;
  /** The wait before the second attempt, in milliseconds. It doubles for each further attempt. */
  readonly backoffMs: number;
}
