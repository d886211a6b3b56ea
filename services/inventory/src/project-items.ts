import { matcherOf } from "./group-filter.ts";
import type { GroupIndex } from "./group-index.ts";
import type { GroupStore } from "./group-store.ts";
import type { ItemIndex } from "./item-index.ts";
import { membershipOf, readMembership } from "./membership.ts";
import type { MembershipStore, OpenItem } from "./membership-store.ts";

/** Items read at once. */
const PROJECTION_BATCH = 1_000;
/** Tags and addresses the index is given at once, but for a single item: it takes the longer the more there are, and has to answer in time. */
const VALUES_AT_ONCE = 10_000;

interface Needs {
  readonly memberships: Pick<MembershipStore, "readOpen" | "assign" | "settle">;
  readonly groups: Pick<GroupStore, "wantMembers">;
  readonly itemIndex: Pick<ItemIndex, "write">;
  readonly groupIndex: Pick<GroupIndex, "ask">;
  /** Told which groups have to compute their members again. */
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  /** Told of items the index can never take. */
  readonly unsearchable: (itemId: string, reason: string) => void;
  readonly now: () => Date;
}

/**
 * Brings some open items into the index and their groups into the record; answers how many it looked at.
 *
 * The order is what makes it right after a crash and beside another projector: index first, then groups are asked, then
 * the record says which groups the item is in and which have to be told, then they are told, and only then is the item
 * closed. Every write holds only for the state that was read, so whoever is late changes nothing.
 */
export async function projectItems(needs: Needs, until: Date): Promise<number> {
  const open = await needs.memberships.readOpen(PROJECTION_BATCH, until);
  for (const portion of portionsOf(open)) await project(needs, portion);
  return open.length;
}

/** The items in order, so many at once that they have no more than `VALUES_AT_ONCE`. */
function* portionsOf(open: readonly OpenItem[]): Generator<readonly OpenItem[]> {
  let portion: OpenItem[] = [];
  let values = 0;
  for (const item of open) {
    const own = item.ips.length + item.tags.length;
    if (portion.length > 0 && values + own > VALUES_AT_ONCE) {
      yield portion;
      portion = [];
      values = 0;
    }
    portion.push(item);
    values += own;
  }
  if (portion.length > 0) yield portion;
}

async function project(needs: Needs, open: readonly OpenItem[]): Promise<void> {
  const refused = await needs.itemIndex.write(open);
  for (const [itemId, reason] of refused) needs.unsearchable(itemId, reason);

  // What the index can't take it can't be asked about either: it is found by no search, and no group holds it.
  const taken = open.filter((item) => !item.removed && !refused.has(item.itemId));
  const asked = await askGroups(needs.groupIndex, taken);
  const inTheIndex = new Set(taken.map((item) => item.itemId));
  const changes = open.map((item) => {
    const memberships = inTheIndex.has(item.itemId) ? (asked.get(item.itemId) ?? item.memberships) : [];
    return { ...item, memberships, untold: untoldGroups(item, memberships) };
  });
  const telling = changes.filter(({ untold }) => untold.length > 0);
  if (telling.length > 0) {
    await needs.memberships.assign(telling);
    const touched = [...new Set(telling.flatMap(({ untold }) => untold))];
    await needs.groups.wantMembers(touched, needs.now());
    await needs.refresh(touched);
  }
  await needs.memberships.settle(open.map((item) => ({ ...item, unsearchable: refused.get(item.itemId) })));
}

/** The memberships of the items whose tags or addresses changed; the index only proposes, the filter itself decides. */
async function askGroups(
  index: Pick<GroupIndex, "ask">,
  open: readonly OpenItem[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asking = open.filter((item) => item.selectionChanged);
  if (asking.length === 0) return new Map();
  const proposals = await index.ask(asking);
  return new Map(
    asking.map((item, place) => {
      const proposed = proposals[place] ?? [];
      const matching = proposed.filter((one) => matcherOf(one.filter).matches(item));
      return [item.itemId, matching.map((one) => membershipOf(one.groupUuid, one.revision)).sort()];
    }),
  );
}

/** Groups it left, joined, or stays in with other addresses; and those an earlier projection did not get to tell. */
function untoldGroups(item: OpenItem, now: readonly string[]): readonly string[] {
  const before = new Set(item.memberships);
  const after = new Set(now);
  const told = item.addressesChanged ? before.union(after) : before.symmetricDifference(after);
  return [...new Set([...told].map((one) => readMembership(one).groupUuid)).union(new Set(item.untold))].sort();
}
