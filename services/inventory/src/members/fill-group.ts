import type { Group } from "../groups/group.ts";
import { membershipOf } from "../items/membership.ts";
import type { MembershipStore } from "../items/membership-store.ts";
import type { GroupIndex } from "../search-index/group-index.ts";
import type { ItemIndex } from "../search-index/item-index.ts";

interface Needs {
  readonly memberships: Pick<MembershipStore, "join">;
  readonly itemIndex: Pick<ItemIndex, "refresh" | "search">;
  readonly groupIndex: Pick<GroupIndex, "put">;
  readonly projectUpTo: (until: Date, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Marks in the record every item that the filter of the group selects.
 *
 * The filter is put where projections ask before anything is searched, and a projection writes the index before it asks.
 * So an item that changes meanwhile is either found here or was asked about with this filter. One that has another
 * revision by the time it is marked is reopened, and its next projection decides.
 */
export async function fillGroup(needs: Needs, group: Group, signal: AbortSignal): Promise<void> {
  const { uuid, filter, filterRevision } = group;
  await needs.groupIndex.put({ groupUuid: uuid, revision: filterRevision, filter });
  await needs.projectUpTo(needs.now(), signal);
  await needs.itemIndex.refresh();
  for await (const page of needs.itemIndex.search(filter)) {
    signal.throwIfAborted();
    await needs.memberships.join(membershipOf(uuid, filterRevision), page, needs.now());
  }
}
