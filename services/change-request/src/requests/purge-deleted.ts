import type { ChangeRequestStore } from "./change-request-store.ts";

/**
 * Purges the counters of requests that were deleted longer than `keepMs` ago. An id that is used again after that
 * counts from 1.
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
