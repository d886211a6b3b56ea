import type { JobContract } from "@network-access/service-contracts/job-contract";
import { z } from "zod";

const RefreshGroup = z.object({ groupUuid: z.uuid() });
export type RefreshGroup = z.infer<typeof RefreshGroup>;

/** This service asks itself to do what is left for one group: to fill it, to compute its members, or to clean up after it. */
export const refreshGroupJob: JobContract<RefreshGroup> = {
  queue: "refresh-group",
  payload: RefreshGroup,
  sameWhile: ({ groupUuid }) => groupUuid,
  attempts: 5,
  backoffMs: 500,
};

const MOST_ROUNDS = 5;

/** Works on one job: again while something changes underneath, and then not at once but by another try of the queue. */
export function createRefreshGroupHandler(
  refresh: (groupUuid: string, signal: AbortSignal) => Promise<"done" | "again">,
) {
  return async ({ groupUuid }: RefreshGroup, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if ((await refresh(groupUuid, signal)) === "done") return;
    }
    throw new Error(`the items of group ${groupUuid} change faster than its members are computed`);
  };
}
