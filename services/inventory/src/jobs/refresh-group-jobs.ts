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
const LONGEST_REST_MS = 1_500;

/**
 * Works on one job: again while something changes underneath. Between two rounds it rests as long as the last one took, so
 * that a large group under steady uploads is computed for many of them at once and leaves half of the time to others. Each
 * round has published what it found; after the last one the sender's next job, or the sweeper, goes on.
 */
export function createRefreshGroupHandler(
  refresh: (groupUuid: string, signal: AbortSignal) => Promise<"done" | "again">,
  { now, pause }: { readonly now: () => Date; readonly pause: (ms: number, signal: AbortSignal) => Promise<void> },
) {
  return async ({ groupUuid }: RefreshGroup, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    for (let round = 1; ; round += 1) {
      const began = now().getTime();
      if ((await refresh(groupUuid, signal)) === "done" || round === MOST_ROUNDS) return;
      await pause(Math.min(now().getTime() - began, LONGEST_REST_MS), signal);
      signal.throwIfAborted();
    }
  };
}
