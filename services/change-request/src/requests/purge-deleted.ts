import type { ChangeRequestStore } from "./change-request-store.ts";

/**
 * Purges the revision counters of change requests that were deleted more than `keepMs` ago. If the id of a purged
 * change request is used again, its revisions start from 1.
 */
export async function purgeDeleted(
  {
    store,
    now,
    keepMs,
  }: { readonly store: Pick<ChangeRequestStore, "purgeDeleted">; readonly now: () => Date; readonly keepMs: number },
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - keepMs).toISOString();
  const batch = 500;
  while (!signal.aborted && (await store.purgeDeleted(before, batch)) === batch);
}
