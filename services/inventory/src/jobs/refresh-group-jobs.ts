import type { JobContract } from "@network-access/service-contracts/job-contract";
import { z } from "zod";
import type { RefreshPace } from "../members/pace-refreshes.ts";

const RefreshGroup = z.object({ groupUuid: z.uuid() });
export type RefreshGroup = z.infer<typeof RefreshGroup>;

/**
 * A job that this service sends to itself. The job writes the memberships of one group, computes the group's members,
 * or cleans up after the group's deletion.
 */
export const refreshGroupJob: JobContract<RefreshGroup> = {
  queue: "refresh-group",
  payload: RefreshGroup,
  deduplicationKey: ({ groupUuid }) => groupUuid,
  attempts: 5,
  backoffMs: 500,
};

/**
 * Handles one job. If the group changed during the job, requests another refresh of the group as soon as the pace
 * allows. During steady uploads, a large group is therefore computed once for many uploads.
 */
export function createRefreshGroupHandler(
  refresh: (groupUuid: string, signal: AbortSignal) => Promise<"done" | "again">,
  pace: Pick<RefreshPace, "refresh" | "took">,
) {
  return async ({ groupUuid }: RefreshGroup, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    const beganAt = performance.now();
    // The time of a failed run is also counted.
    const outcome = await refresh(groupUuid, signal).finally(() => pace.took(groupUuid, performance.now() - beganAt));
    if (outcome === "again") pace.refresh([groupUuid]);
  };
}
