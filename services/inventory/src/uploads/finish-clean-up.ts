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
 * Removes the items that a closed run did not see, step by step, and then stores the counts. Returns undefined if the
 * removal was not complete at `until`. The function is idempotent and may run concurrently. At the end, it counts the
 * tombstones to find the number of removed items. If concurrent calls store several results, the first result stays.
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
