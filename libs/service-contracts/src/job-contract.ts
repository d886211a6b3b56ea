import type { z } from "zod";

/** Everything two processes agree on about one kind of job. Payloads carry ids only; whoever handles one parses it again. */
export interface JobContract<Payload> {
  /** Name of the queue, without ":". */
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /** Two payloads with the same text ask for the same work: while one waits or runs, the other is not queued again. */
  sameWhile(payload: Payload): string;
  /** How often the queue itself tries, the first time included, before it gives up on the job. */
  readonly attempts: number;
  /** Wait before the second try, in milliseconds; doubled for each further one. */
  readonly backoffMs: number;
}
