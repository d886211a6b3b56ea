import type { JobContract } from "@network-access/service-contracts/job-contract";
import { z } from "zod";
import type { RefreshPace } from "../members/pace-refreshes.ts";

const RefreshGroup = z.object({ groupUuid: z.uuid() });
export type RefreshGroup = z.infer<typeof RefreshGroup>;

/** A job of this service for itself: fill one group, compute its members, or clean up after its deletion. */
export const refreshGroupJob: JobContract<RefreshGroup> = {
  queue: "refresh-group",
  payload: RefreshGroup,
  deduplicationKey: ({ groupUuid }) => groupUuid,
  attempts: 5,
  backoffMs: 500,
};

/**
 * Handles one job. When something changed meanwhile, the group is requested again at its pace, so that a large group under
 * steady uploads is computed once for many of them.
 */
export function createRefreshGroupHandler(
  refresh: (groupUuid: string, signal: AbortSignal) => Promise<"done" | "again">,
  pace: Pick<RefreshPace, "refresh" | "took">,
) {
  return async ({ groupUuid }: RefreshGroup, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    const beganAt = performance.now();
    // A failed run counts, too.
    const outcome = await refresh(groupUuid, signal).finally(() => pace.took(groupUuid, performance.now() - beganAt));
    if (outcome === "again") pace.refresh([groupUuid]);
  };
}
