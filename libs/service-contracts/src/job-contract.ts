import type { z } from "zod";

/** The contract of one kind of job between two processes. Payloads carry ids only; the handler parses them again. */
export interface JobContract<Payload> {
  /** Name of the queue, without ":". */
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /** Payloads with the same key are the same job. While a job with this key waits or runs, no other is queued. */
  deduplicationKey(payload: Payload): string;
  /** How often a job is attempted before it fails, including the first attempt. */
  readonly attempts: number;
  /** The wait before the second attempt, in milliseconds. It doubles for each further attempt. */
  readonly backoffMs: number;
}
