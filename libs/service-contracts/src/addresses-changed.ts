import { z } from "zod";
import type { JobContract } from "./job-contract.ts";

/**
 * From the inventory, or the worker to itself: check now whether the inputs of verdicts are still current. The payload
 * is empty, because the check compares everything; a lost job only delays it.
 */
export const addressesChanged: JobContract<Record<string, never>> = {
  queue: "addresses-changed",
  payload: z.strictObject({}),
  deduplicationKey: () => "everything",
  attempts: 5,
  backoffMs: 500,
};
