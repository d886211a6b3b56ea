import { z } from "zod";
import type { JobContract } from "./job-contract.ts";

/**
 * The inventory, or the worker to itself: look now whether what verdicts stand on is still so. It carries nothing, for
 * who looks compares everything, and a job that is lost costs time only.
 */
export const addressesChanged: JobContract<Record<string, never>> = {
  queue: "addresses-changed",
  payload: z.strictObject({}),
  sameWhile: () => "everything",
  attempts: 5,
  backoffMs: 500,
};
