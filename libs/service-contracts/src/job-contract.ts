import type { z } from "zod";

/** The contract of one kind of job between two processes. Payloads carry ids only; the handler parses them again. */
export interface JobContract<Payload> {
  /** Name of the queue, without ":". */
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /** Payloads with the same key are the same job: while one waits or runs, another is not queued. */
  deduplicationKey(payload: Payload): string;
  /** Attempts of the queue, the first one included, before the job fails. */
  readonly attempts: number;
  /** Wait before the second attempt, in milliseconds; doubled for each further one. */
  readonly backoffMs: number;
}
