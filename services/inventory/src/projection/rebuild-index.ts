import type { LeaseStore } from "@network-access/service-runtime/lease-store";
import type { ItemStore } from "../items/item-store.ts";
import type { ItemWalk } from "../items/item-walk.ts";
import type { OpenItem } from "../items/membership-store.ts";
import type { ItemIndexRebuild } from "../search-index/item-index-rebuild.ts";

/**
 * The name of the lease in the database. It must not change, so that a rebuild of the previous release can't run at the
 * same time.
 */
const LEASE = "rebuild the index";
/** How long a crashed rebuild blocks other rebuilds, in milliseconds since its last renewal of the lease. */
const LEASE_MS = 60_000;
const PAGE = 1_000;
const MOST_CHECKS = 3;

export interface Rebuilt {
  readonly index: string;
  /** The deleted indexes. */
  readonly removed: readonly string[];
  readonly items: number;
  readonly unsearchable: number;
}

interface Needs {
  readonly leases: LeaseStore;
  readonly walk: ItemWalk;
  readonly items: Pick<ItemStore, "readHeads">;
  readonly rebuild: ItemIndexRebuild;
  readonly holder: string;
  readonly now: () => Date;
  /** Called with the phase and the number of items processed so far. */
  readonly progress: (doing: "writing" | "comparing", items: number) => void;
}

/**
 * Builds a new index from the database while uploads continue. Moves searches to the new index when it is complete. A
 * rebuild that was interrupted can be started again; the new run deletes what the interrupted run left.
 *
 * No write is lost:
 * - A projection writes changed items to every index that it knows, and then lists the indexes again. It marks the
 *   items as projected only when all listed indexes have them.
 * - If the new index is not in that list, it was created after the changes were stored. The rebuild then reads the
 *   changes from the database.
 * - A projection also sends the removals of items to the new index. If an older revision of a removed item arrives
 *   late, both indexes refuse the revision.
 */
export async function rebuildIndex(
  needs: Needs,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly rebuilt: Rebuilt } | { readonly ok: false; readonly problem: string }> {
  const { leases, rebuild, holder } = needs;
  if (!(await renewLease(needs)))
    return {
      ok: false,
      problem: `another rebuild is running; after a crash it blocks for ${LEASE_MS / 1_000} s`,
    };
  try {
    const index = await rebuild.begin();
    const refused = new Set<string>();
    const write = async (items: readonly OpenItem[]) => {
      for (const itemId of (await rebuild.write(index, items)).keys()) refused.add(itemId);
    };
    await everyPage(needs, "writing", signal, write);
    const complete = await compare(needs, signal, index, refused, write);
    if (!complete)
      return {
        ok: false,
        problem: `the new index "${index}" is incomplete; the old one stays, try again`,
      };
    const items = await rebuild.count(index);
    if (!(await renewLease(needs)))
      return { ok: false, problem: "another rebuild began meanwhile; the old index stays" };
    const removed = await rebuild.swap(index).catch((error: Error) => ({ error }));
    // The swap may have happened even though its call failed.
    if ("error" in removed)
      return {
        ok: false,
        problem: `searches use either the old index or "${index}": ${removed.error.message}; start the rebuild again`,
      };
    return { ok: true, rebuilt: { index, removed, items, unsearchable: refused.size } };
  } finally {
    // A lease that can't be released expires by itself.
    await leases.release(LEASE, holder).catch(() => undefined);
  }
}

/**
 * Compares the database with the new index, and writes the items that the index lacks. Returns true if the index then
 * has every item, apart from items that it permanently rejects. Returns false if items are still missing after
 * `MOST_CHECKS` comparisons.
 */
async function compare(
  needs: Needs,
  signal: AbortSignal,
  index: string,
  refused: ReadonlySet<string>,
  write: (items: readonly OpenItem[]) => Promise<void>,
): Promise<boolean> {
  for (let check = 0; check < MOST_CHECKS; check += 1) {
    let lacking = 0;
    await everyPage(needs, "comparing", signal, async (items) => {
      const taken = items.filter((item) => !item.removed && !refused.has(item.itemId));
      const missing = await needs.rebuild.missing(index, taken);
      if (missing.length > 0) await write(missing);
      const still = (await needs.rebuild.missing(index, missing)).filter((item) => !refused.has(item.itemId));
      // An item that was changed or removed after its page was read does not count as missing. The projection of this
      // change writes it to the new index.
      const heads = await needs.items.readHeads(still.map((item) => item.itemId));
      lacking += still.filter((item) => heads.get(item.itemId)?.rev === item.rev).length;
    });
    if (lacking === 0) return true;
  }
  return false;
}

async function everyPage(
  needs: Needs,
  doing: "writing" | "comparing",
  signal: AbortSignal,
  work: (items: readonly OpenItem[]) => Promise<void>,
): Promise<void> {
  let done = 0;
  let reading = needs.walk.read("", PAGE);
  for (;;) {
    const { items, next } = await reading;
    signal.throwIfAborted();
    if (!(await renewLease(needs))) throw new Error("another rebuild took over");
    if (next !== undefined) reading = needs.walk.read(next, PAGE);
    // The next round awaits this promise. Until then, a rejection must not be reported as unhandled.
    reading.catch(() => undefined);
    if (items.length > 0) await work(items);
    done += items.filter((item) => !item.removed).length;
    needs.progress(doing, done);
    if (next === undefined) return;
  }
}

async function renewLease({ leases, holder, now }: Needs): Promise<boolean> {
  const at = now();
  return (await leases.acquire(LEASE, { holder, at, until: new Date(at.getTime() + LEASE_MS) })) !== undefined;
}
