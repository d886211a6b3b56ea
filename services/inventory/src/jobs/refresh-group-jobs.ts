import type { JobContract } from "@network-access/service-contracts/job-contract";
import { z } from "zod";
import type { RefreshPace } from "../members/pace-refreshes.ts";

const RefreshGroup = z.object({ groupUuid: z.uuid() });
export type RefreshGroup = z.infer<typeof RefreshGroup>;

/**
 * A job for one group, which this service sends to itself. It writes the group's memberships and computes its members.
 * If the group was deleted, the job removes the group's remaining data.
 */
export const refreshGroupJob: JobContract<RefreshGroup> = {
  queue: "refresh-group",
  payload: RefreshGroup,
  deduplicationKey: ({ groupUuid }) => groupUuid,
  attempts: 5,
  backoffMs: 500,
};

/**
 * Returns the handler of refresh jobs. If the group changed during a job, the handler requests another refresh from
 * `pace`, which may delay it. During steady uploads, a large group is therefore computed once for many uploads.
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
