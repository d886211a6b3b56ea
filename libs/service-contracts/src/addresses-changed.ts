import { z } from "zod";
import type { JobContract } from "./job-contract.ts";

/**
 * A job that makes the evaluator's worker check immediately whether the inputs of its verdicts are still current. The
 * inventory sends the job, and the worker may send it to itself. The payload is empty, because the worker compares all
 * inputs. If a job is lost, the worker checks the inputs at its next periodic scan.
 */
export const addressesChanged: JobContract<Record<string, never>> = {
  queue: "addresses-changed",
  payload: z.strictObject({}),
  deduplicationKey: () => "everything",
  attempts: 5,
  backoffMs: 500,
};
