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
   * Returns the key of a job. Jobs with the same key count as the same job. If such a job is waiting, a new one is
   * dropped. If such a job is running, a new one is dropped too, unless its sender uses the option `keepLastIfActive`.
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
