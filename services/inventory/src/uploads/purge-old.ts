import type { DiscoveryRunStore } from "../connectors/discovery-run.ts";
import type { ItemRemovalStore } from "./item-removal-store.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long tombstones and runs are kept. */
const KEPT_DAYS = 30;
/**
 * The maximum number of documents that one database call deletes. With this number, each call stays well within its
 * deadline.
 */
const STEP = 1_000;

interface Needs {
  readonly removals: Pick<ItemRemovalStore, "purge">;
  readonly runs: Pick<DiscoveryRunStore, "purge">;
  readonly now: () => Date;
}

/**
 * Purges tombstones of items that were removed more than 30 days ago, and discovery runs that were opened more than 30
 * days ago.
 */
export async function purgeOld({ removals, runs, now }: Needs, signal: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  for (const purge of [removals.purge, runs.purge]) while (!signal.aborted && (await purge(before, STEP)) === STEP);
}
