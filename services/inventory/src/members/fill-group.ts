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
 * Adds the membership of the group to every item that the group's filter selects.
 *
 * An item that changes during the call is not missed, because this function and the projection of the item both write
 * before they search:
 * - This function writes the filter to the index of groups, and then searches the index of items.
 * - The projection writes the changed item to the index of items, and then searches the index of groups.
 *
 * Whichever search comes last finds that the filter selects the item. If the revision of an item changes after this
 * function's search and before the write of the membership, the item is marked for another projection. That projection
 * decides whether the item belongs to the group.
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
