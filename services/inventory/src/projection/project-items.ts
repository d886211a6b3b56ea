import { randomUUID } from "node:crypto";
import type { GroupStore } from "../groups/group-store.ts";
import { type GroupFilter, type GroupMatcher, matcherOf } from "../items/group-filter.ts";
import { membershipOf, readMembership } from "../items/membership.ts";
import type { MembershipStore, OpenItem, SettledItem } from "../items/membership-store.ts";
import type { RecentlyWrittenItems } from "../items/recently-written-items.ts";
import type { GroupIndex } from "../search-index/group-index.ts";
import type { ItemIndex } from "../search-index/item-index.ts";
import type { OpenItems } from "./open-items.ts";

/**
 * The maximum number of items in one batch. After a full batch, more open items (items that are not projected yet) may
 * remain.
 */
export const PROJECTION_BATCH = 2_000;
/**
 * The maximum number of items in a portion of a batch. Two portions are processed at the same time, so that OpenSearch
 * can work on one portion while MongoDB works on the other.
 */
const ITEMS_AT_ONCE = 1_000;
const PORTIONS_AT_ONCE = 2;
/**
 * The maximum number of tags and addresses in one request. A larger request could exceed the deadline for OpenSearch's
 * response. Only a request with a single item may be larger.
 */
const VALUES_AT_ONCE = 10_000;

interface Needs {
  readonly memberships: Pick<MembershipStore, "settle">;
  readonly openItems: Pick<OpenItems, "read">;
  readonly groups: Pick<GroupStore, "announceChange" | "wantMembers">;
  readonly itemIndex: Pick<ItemIndex, "write">;
  readonly groupIndex: Pick<GroupIndex, "ask">;
  readonly recentlyWritten: Pick<RecentlyWrittenItems, "take" | "drop" | "clear">;
  /** Called with the groups whose members must be computed again. */
  readonly refresh: (groupUuids: readonly string[]) => void;
  /** Called for an item that the index permanently rejects. */
  readonly unsearchable: (itemId: string, reason: string) => void;
  readonly now: () => Date;
}

/**
 * Projects a batch of open items: writes the items to the index, and their memberships to the database. Returns the
 * size of the batch.
 *
 * The order of the steps keeps the result correct after a crash and with concurrent projectors:
 * - Write the items to the index, and find their groups.
 * - Announce a change of the affected groups.
 * - Store the memberships, and mark the items as projected.
 * - Request a computation of the members of the affected groups.
 *
 * If an item has changed since it was read, its memberships are not stored, and it stays open. It is then projected
 * again. If no request follows an announcement, reconcile-groups.ts later treats the announcement as a request.
 */
export async function projectItems(needs: Needs, until: Date): Promise<number> {
  const open = await findOpen(needs, until);
  const portions = portionsOf(open);
  // The workers share the iterator. A worker that fails closes the iterator, so each of the other workers only finishes
  // its current portion.
  const workers = Array.from({ length: PORTIONS_AT_ONCE }, async () => {
    for (const portion of portions) await project(needs, portion);
  });
  const failed = (await Promise.allSettled(workers)).find((result) => result.status === "rejected");
  if (failed) {
    // The cached items would become stale during an outage, so the cache is cleared. The database still has these
    // items.
    needs.recentlyWritten.clear();
    throw failed.reason;
  }
  return open.length;
}

/**
 * Returns a batch of open items. These are items that this process has just written, if there are any. Otherwise they
 * are read from the database.
 */
async function findOpen({ openItems, recentlyWritten }: Needs, until: Date): Promise<readonly OpenItem[]> {
  const known = recentlyWritten.take(PROJECTION_BATCH, until);
  if (known.length > 0) return known;
  const read = await openItems.read(PROJECTION_BATCH, until);
  recentlyWritten.drop(read);
  return read;
}

/**
 * Splits the items, in order, into portions of at most `ITEMS_AT_ONCE` items and `VALUES_AT_ONCE` values (tags and
 * addresses). An item with more values gets a portion of its own.
 */
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

  // An item that the index rejects belongs to no group, and no search finds it.
  const accepted = open.filter((item) => !item.removed && !refused.has(item.itemId));
  const asked = await askGroups(needs.groupIndex, accepted);
  const inTheIndex = new Set(accepted.map((item) => item.itemId));
  const affected = new Set<string>();
  const settled = open.map((item): SettledItem => {
    const memberships = inTheIndex.has(item.itemId) ? asked.get(item.itemId) : [];
    for (const groupUuid of affectedGroups(item, memberships ?? item.memberships)) affected.add(groupUuid);
    return { ...item, memberships, unsearchable: refused.get(item.itemId) };
  });
  if (affected.size === 0) return needs.memberships.settle(settled);

  const mark = randomUUID();
  const groupUuids = [...affected];
  await needs.groups.announceChange(groupUuids, mark, needs.now());
  await needs.memberships.settle(settled);
  await needs.groups.wantMembers(groupUuids, needs.now(), mark);
  needs.refresh(groupUuids);
}

/**
 * Computes the memberships of the items whose tags or addresses may have changed. The index returns candidate groups
 * for each item. A candidate counts only if its filter matches the item.
 */
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
      const matching = proposed.filter(({ filter }) => matches(filter, item));
      return [item.itemId, matching.map(({ groupUuid, revision }) => membershipOf(groupUuid, revision)).sort()];
    }),
  );
}

/**
 * Returns the groups that the item joins or leaves. If the addresses of the item changed, also returns the groups in
 * which it stays.
 */
function affectedGroups(item: OpenItem, now: readonly string[]): readonly string[] {
  const before = new Set(item.memberships);
  const after = new Set(now);
  const changed = item.addressesChanged ? before.union(after) : before.symmetricDifference(after);
  return [...changed].map((membership) => readMembership(membership).groupUuid);
}
