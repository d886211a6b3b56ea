import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import type { ItemWalk } from "../items/item-walk.ts";
import type { ItemIndex } from "../search-index/item-index.ts";

/**
 * The name of the lease is stored in the database. It must not change, because processes of the previous release use
 * it.
 */
const LEASE = "index what was seen";
const EVERY_MS = 60 * 60 * 1_000;
const PAGE = 1_000;

interface Needs {
  readonly leases: LeaseStore;
  readonly walk: ItemWalk;
  readonly itemIndex: Pick<ItemIndex, "rewrite">;
  /** Returns a unique lease holder for every run. */
  readonly newHolder: () => string;
  readonly now: () => Date;
}

/**
 * Once an hour, one process writes the last-seen times of items to the index. An upload of unchanged items writes these
 * times only to the database. Each call of this function covers all items that were seen since the start of the last
 * successful call. It therefore covers what failed calls missed.
 */
export async function indexSeen(
  { leases, walk, itemIndex, newHolder, now }: Needs,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = now();
  const holder = newHolder();
  const lease = await leases.acquire(LEASE, {
    holder,
    at: startedAt,
    until: new Date(startedAt.getTime() + EVERY_MS),
  });
  if (!lease) return;
  try {
    for (let after: string | undefined = ""; after !== undefined; ) {
      signal.throwIfAborted();
      const { items, next } = await walk.read(after, PAGE, lease.mark ?? new Date(0));
      if (items.length > 0) await itemIndex.rewrite(items);
      after = next;
    }
    await leases.mark(LEASE, holder, startedAt);
  } catch (error) {
    await leases.release(LEASE, holder);
    throw error;
  }
}
