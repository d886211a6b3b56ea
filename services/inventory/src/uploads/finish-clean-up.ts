import type { CleanUpCounts, DiscoveryRun, DiscoveryRunStore } from "../connectors/discovery-run.ts";
import type { ItemRemovalStore } from "./item-removal-store.ts";

export interface FinishingNeeds {
  readonly removals: Pick<ItemRemovalStore, "removeUnseen" | "count" | "countRemoved">;
  readonly runs: Pick<DiscoveryRunStore, "noteCleanUp">;
  readonly now: () => Date;
  /** Told when something waits to be projected. */
  readonly changed: () => void;
}

/**
 * Removes what a closed run did not see, step by step, and notes what it came to; undefined when that was not through
 * at `until`. Repeatable, and right beside another run of itself: what was removed is counted by the tombstones, at the
 * end, and the first count that is noted stays.
 */
export async function finishCleanUp(
  { removals, runs, now, changed }: FinishingNeeds,
  run: DiscoveryRun,
  until: Date,
): Promise<CleanUpCounts | undefined> {
  for await (const removed of removals.removeUnseen(run, now())) {
    if (removed > 0) changed();
    if (now() > until) return undefined;
  }
  const [removed, { seen: kept }] = await Promise.all([removals.countRemoved(run), removals.count(run)]);
  return runs.noteCleanUp(run, { removed, kept });
}
