import type { ItemStore } from "../items/item-store.ts";
import type { ItemWalk } from "../items/item-walk.ts";
import type { OpenItem } from "../items/membership-store.ts";
import type { ItemIndexRebuild } from "../search-index/item-index-rebuild.ts";
import type { LeaseStore } from "./lease-store.ts";

/** Stored, as in index-seen.ts. */
const LEASE = "rebuild the index";
/** How long a rebuild that ended without a word keeps others out. */
const LEASE_MS = 60_000;
const PAGE = 1_000;
const MOST_CHECKS = 3;

export interface Rebuilt {
  readonly index: string;
  /** Indexes that are gone now. */
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
  /** Told what is being done, and how far it is. */
  readonly progress: (doing: "writing" | "comparing", items: number) => void;
}

/**
 * Makes a new index out of the record while uploads go on, and lets searches go to it when it has everything. One that
 * was broken off is simply begun again; what it left is thrown away.
 *
 * No write is lost: a projection writes into every index there is and looks what there is after it wrote, and only then
 * closes its items. So a change whose projection did not see the new index was in the record before that index was made,
 * and is read by the walk. An older revision that comes late is refused by the engine, in both: the new index is told of
 * what was removed, too.
 */
export async function rebuildIndex(
  needs: Needs,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly rebuilt: Rebuilt } | { readonly ok: false; readonly problem: string }> {
  const { leases, rebuild, holder } = needs;
  if (!(await hold(needs)))
    return {
      ok: false,
      problem: `another rebuild is running; one that was broken off blocks for ${LEASE_MS / 1_000} s`,
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
      return { ok: false, problem: `the new index "${index}" lacks items of the record; the old one stays, try again` };
    const items = await rebuild.count(index);
    if (!(await hold(needs))) return { ok: false, problem: "another rebuild began meanwhile; the old index stays" };
    const removed = await rebuild.swap(index);
    return { ok: true, rebuilt: { index, removed, items, unsearchable: refused.size } };
  } finally {
    await leases.giveBack(LEASE, holder);
  }
}

/** Looks whether every item of the record is in the new index, and writes what is not; true when nothing was missing. */
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
      // What was changed or removed since it was read is not lacking: its projection writes it.
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
    if (!(await hold(needs))) throw new Error("another rebuild took over");
    if (next !== undefined) reading = needs.walk.read(next, PAGE);
    // Looked at later; until then nobody listens.
    reading.catch(() => undefined);
    if (items.length > 0) await work(items);
    done += items.filter((item) => !item.removed).length;
    needs.progress(doing, done);
    if (next === undefined) return;
  }
}

async function hold({ leases, holder, now }: Needs): Promise<boolean> {
  const at = now();
  return (await leases.take(LEASE, { holder, at, until: new Date(at.getTime() + LEASE_MS) })) !== undefined;
}
