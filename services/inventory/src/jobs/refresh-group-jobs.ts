import type { JobContract } from "@network-access/service-contracts/job-contract";
import { z } from "zod";
import type { RefreshPace } from "../members/pace-refreshes.ts";

const RefreshGroup = z.object({ groupUuid: z.uuid() });
export type RefreshGroup = z.infer<typeof RefreshGroup>;

/** This service asks itself to do what is left for one group: to fill it, to compute its members, or to clean up after it. */
export const refreshGroupJob: JobContract<RefreshGroup> = {
  queue: "refresh-group",
  payload: RefreshGroup,
  deduplicationKey: ({ groupUuid }) => groupUuid,
  attempts: 5,
  backoffMs: 500,
};

/**
 * Works on one job. What changed underneath was published as it was found, and is asked for again: at its pace, so that a
 * large group under steady uploads is computed for many of them at once.
 */
export function createRefreshGroupHandler(
  refresh: (groupUuid: string, signal: AbortSignal) => Promise<"done" | "again">,
  pace: Pick<RefreshPace, "refresh" | "took">,
) {
  return async ({ groupUuid }: RefreshGroup, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    const beganAt = performance.now();
    // One that fails takes its time, too.
    const outcome = await refresh(groupUuid, signal).finally(() => pace.took(groupUuid, performance.now() - beganAt));
    if (outcome === "again") pace.refresh([groupUuid]);
  };
}
