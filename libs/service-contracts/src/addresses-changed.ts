import { z } from "zod";
import type { JobContract } from "./job-contract.ts";

/**
 * Sent by the inventory, or by the worker to itself. It asks the worker to check now whether the inputs of verdicts are
 * still current. The payload is empty, because the check compares everything. Losing the job only delays the check.
 */
export const addressesChanged: JobContract<Record<string, never>> = {
  queue: "addresses-changed",
  payload: z.strictObject({}),
  deduplicationKey: () => "everything",
  attempts: 5,
  backoffMs: 500,
};
