import type { CleanUpCounts, DiscoveryRun, DiscoveryRunStore } from "../connectors/discovery-run.ts";
import type { ItemRemovalStore } from "./item-removal-store.ts";

export interface FinishingNeeds {
  readonly removals: Pick<ItemRemovalStore, "removeUnseen" | "count" | "countRemoved">;
  readonly runs: Pick<DiscoveryRunStore, "noteCleanUp">;
  readonly now: () => Date;
  /** Called when items were removed, so that they are also removed from the index and from groups. */
  readonly changed: () => void;
}

/**
 * Removes, in steps, the items that a closed run did not see, and then stores the counts of removed and kept items.
 * Returns undefined if the removal is not complete at `until`.
 *
 * The function is idempotent and may run concurrently. To find how many items were removed, it counts the tombstones of
 * the run. If concurrent calls store counts, the counts that were stored first are kept.
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
