import type { z } from "zod";

/**
 * Describes one kind of job that a process sends and a process handles. Payloads contain only ids. The handler
 * validates each payload.
 */
export interface JobContract<Payload> {
  /** Name of the queue. It must not contain ":". */
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /**
   * Returns the key of a job. Jobs with the same key count as the same job. A new job is dropped if a job with its key
   * is waiting. A new job is also dropped if a job with its key is running, unless the sender sets the option
   * `keepLastIfActive`.
   */
  deduplicationKey(payload: Payload): string;
  /** The maximum number of attempts of a job, including the first. */
  readonly attempts: number;
  /**
   * The maximum wait before the second attempt, in milliseconds. For each further attempt, the maximum doubles. The
   * actual wait is a random time between half of the maximum and the maximum.
   */
  readonly backoffMs: number;
}
