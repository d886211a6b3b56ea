import { randomUUID } from "node:crypto";
import type { GroupStore } from "../groups/group-store.ts";
import { type GroupFilter, type GroupMatcher, matcherOf } from "../items/group-filter.ts";
import { membershipOf, readMembership } from "../items/membership.ts";
import type { MembershipStore, OpenItem, SettledItem } from "../items/membership-store.ts";
import type { RecentlyWrittenItems } from "../items/recently-written-items.ts";
import type { GroupIndex } from "../search-index/group-index.ts";
import type { ItemIndex } from "../search-index/item-index.ts";
import type { OpenItems } from "./open-items.ts";

/** Items read at once; where there were so many, more may be open. */
export const PROJECTION_BATCH = 2_000;
/** Items of a portion: while one engine works on a portion, another works on the next. */
const ITEMS_AT_ONCE = 1_000;
const PORTIONS_AT_ONCE = 2;
/** Tags and addresses of a portion, but for a single item: the index takes the longer the more there are, and has to answer in time. */
const VALUES_AT_ONCE = 10_000;

interface Needs {
  readonly memberships: Pick<MembershipStore, "settle">;
  readonly openItems: Pick<OpenItems, "read">;
  readonly groups: Pick<GroupStore, "announceChange" | "wantMembers">;
  readonly itemIndex: Pick<ItemIndex, "write">;
  readonly groupIndex: Pick<GroupIndex, "ask">;
  readonly handed: Pick<RecentlyWrittenItems, "take" | "drop" | "clear">;
  /** Told which groups have to compute their members again. */
  readonly refresh: (groupUuids: readonly string[]) => void;
  /** Told of items the index can never take. */
  readonly unsearchable: (itemId: string, reason: string) => void;
  readonly now: () => Date;
}

/**
 * Brings some open items into the index and their groups into the record; answers how many it looked at.
 *
 * The order is what makes it right after a crash and beside another projector: index first, then groups are asked, then
 * a change is announced to those that an item joins or leaves, then the record closes the item and says where it belongs,
 * and then the groups are told. Every write of an item holds only for the state that was read, so whoever is late changes
 * nothing; an announcement that nothing follows is taken for the telling (sweep-groups.ts).
 */
export async function projectItems(needs: Needs, until: Date): Promise<number> {
  const open = await findOpen(needs, until);
  const portions = portionsOf(open);
  // They share what is left. When one fails, the others finish the portion they are at.
  const workers = Array.from({ length: PORTIONS_AT_ONCE }, async () => {
    for (const portion of portions) await project(needs, portion);
  });
  const failed = (await Promise.allSettled(workers)).find((one) => one.status === "rejected");
  if (failed) {
    // Where an engine is away, nothing grows old here.
    needs.handed.clear();
    throw failed.reason;
  }
  return open.length;
}

/** What was just written here is not read from the record again. */
async function findOpen({ openItems, handed }: Needs, until: Date): Promise<readonly OpenItem[]> {
  const known = handed.take(PROJECTION_BATCH, until);
  if (known.length > 0) return known;
  const read = await openItems.read(PROJECTION_BATCH, until);
  handed.drop(read);
  return read;
}

/** The items in order, in portions of at most `ITEMS_AT_ONCE` that have no more than `VALUES_AT_ONCE`. */
function* portionsOf(open: readonly OpenItem[]): Generator<readonly OpenItem[]> {
  let portion: OpenItem[] = [];
  let values = 0;
  for (const item of open) {
    const own = item.ips.length + item.tags.length;
    if (portion.length === ITEMS_AT_ONCE || (portion.length > 0 && values + own > VALUES_AT_ONCE)) {
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
  const touched = new Set<string>();
  const settled = open.map((item): SettledItem => {
    const memberships = inTheIndex.has(item.itemId) ? asked.get(item.itemId) : [];
    for (const groupUuid of groupsToNotify(item, memberships ?? item.memberships)) touched.add(groupUuid);
    return { ...item, memberships, unsearchable: refused.get(item.itemId) };
  });
  if (touched.size === 0) return needs.memberships.settle(settled);

  const mark = randomUUID();
  const telling = [...touched];
  await needs.groups.announceChange(telling, mark, needs.now());
  await needs.memberships.settle(settled);
  await needs.groups.wantMembers(telling, needs.now(), mark);
  needs.refresh(telling);
}

/** The memberships of the items whose tags or addresses changed; the index only proposes, the filter itself decides. */
async function askGroups(
  index: Pick<GroupIndex, "ask">,
  open: readonly OpenItem[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asking = open.filter((item) => item.selectionChanged);
  if (asking.length === 0) return new Map();
  const proposals = await index.ask(asking);
  const matchers = new Map<GroupFilter, GroupMatcher>();
  const matches = (filter: GroupFilter, item: OpenItem) => {
    const matcher = matchers.get(filter) ?? matcherOf(filter);
    matchers.set(filter, matcher);
    return matcher.matches(item);
  };
  return new Map(
    asking.map((item, place) => {
      const proposed = proposals[place] ?? [];
      const matching = proposed.filter((one) => matches(one.filter, item));
      return [item.itemId, matching.map((one) => membershipOf(one.groupUuid, one.revision)).sort()];
    }),
  );
}

/** Groups it left, joined, or stays in with other addresses. */
function groupsToNotify(item: OpenItem, now: readonly string[]): readonly string[] {
  const before = new Set(item.memberships);
  const after = new Set(now);
  const told = item.addressesChanged ? before.union(after) : before.symmetricDifference(after);
  return [...told].map((one) => readMembership(one).groupUuid);
}
