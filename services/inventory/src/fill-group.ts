import type { Group } from "./group.ts";
import { matcherOf } from "./group-filter.ts";
import type { GroupIndex } from "./group-index.ts";
import type { ItemIndex } from "./item-index.ts";
import type { MembershipStore } from "./membership-store.ts";

interface Needs {
  readonly memberships: Pick<MembershipStore, "listMembers" | "move">;
  readonly itemIndex: Pick<ItemIndex, "refresh" | "search">;
  readonly groupIndex: Pick<GroupIndex, "put">;
  readonly projectUpTo: (until: Date, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Marks in the record exactly the items that the filter of the group selects.
 *
 * The filter is put where projections ask before anything is searched, and a projection writes the index before it asks.
 * So an item that changes meanwhile is either found here or was asked about with this filter; one that has another revision by the time it is marked is
 * reopened, and its next projection decides.
 */
export async function fillGroup(needs: Needs, group: Group, signal: AbortSignal): Promise<void> {
  const { uuid, filter, filterRevision } = group;
  const { memberships, itemIndex } = needs;
  await needs.groupIndex.put({ groupUuid: uuid, revision: filterRevision, filter });
  await needs.projectUpTo(needs.now(), signal);

  const leaving = new Map<string, number>();
  for await (const { itemId, rev } of memberships.listMembers(uuid)) leaving.set(itemId, rev);
  await itemIndex.refresh();
  const { matches } = matcherOf(filter);
  for await (const page of itemIndex.search(filter)) {
    signal.throwIfAborted();
    const joining = page.filter((item) => matches(item) && leaving.get(item.itemId) !== item.rev);
    for (const item of page) if (matches(item)) leaving.delete(item.itemId);
    if (joining.length > 0) await memberships.move("in", uuid, joining, needs.now());
  }
  const gone = [...leaving].map(([itemId, rev]) => ({ itemId, rev }));
  for (let from = 0; from < gone.length; from += 5_000)
    await memberships.move("out", uuid, gone.slice(from, from + 5_000), needs.now());
}
