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
 * Returns the handler of refresh jobs. If the group changes during a job, the handler passes the group to `pace`, which
 * requests another refresh at once or later. A large group that changes with every upload is therefore not computed
 * after every upload.
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
