import { z } from "zod";
import type { JobContract } from "./job-contract.ts";

/**
 * A job for the evaluator's worker. The inventory sends it, or the worker sends it to itself. The worker then checks
 * immediately whether the inputs of verdicts are still current. The payload is empty, because the check compares
 * everything. If the job is lost, the worker checks at its next periodic scan.
 */
export const addressesChanged: JobContract<Record<string, never>> = {
  queue: "addresses-changed",
  payload: z.strictObject({}),
  deduplicationKey: () => "everything",
  attempts: 5,
  backoffMs: 500,
};
