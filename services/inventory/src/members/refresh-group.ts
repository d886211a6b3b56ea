import type { AddressListStore } from "../addresses/address-list-store.ts";
import type { Group } from "../groups/group.ts";
import type { GroupStore } from "../groups/group-store.ts";
import { purgeDeletedGroup } from "../groups/purge-deleted-group.ts";
import type { MembershipStore } from "../items/membership-store.ts";
import type { GroupIndex } from "../search-index/group-index.ts";
import type { ItemIndex } from "../search-index/item-index.ts";
import { computeMembers } from "./compute-members.ts";
import { fillGroup } from "./fill-group.ts";

interface Needs {
  readonly groups: GroupStore;
  readonly memberships: MembershipStore;
  readonly addressLists: AddressListStore;
  readonly itemIndex: ItemIndex;
  readonly groupIndex: GroupIndex;
  /**
   * Resolves when every item that was changed up to this time is projected, that is, written to the index and to its
   * groups.
   */
  readonly projectUpTo: (until: Date, signal: AbortSignal) => Promise<void>;
  /** Called when a change of a group begins to wait for approval. */
  readonly held: (group: Group) => void;
  readonly now: () => Date;
}

/**
 * Completes the open work of one group. It writes the group's memberships after a change of the filter, computes the
 * group's members, or purges the group after its deletion. The function is idempotent. It may run concurrently, because
 * only one run can publish its result. The result "again" means that something changed during the run and more work is
 * open.
 */
export async function refreshGroup(needs: Needs, uuid: string, signal: AbortSignal): Promise<"done" | "again"> {
  const group = await needs.groups.findByUuid(uuid);
  // If the id of a deleted group was used again, the old group is not found, but a late write may have left data of the
  // old group.
  if (!group || group.deletedAt) {
    await purgeDeletedGroup(needs, uuid, group?.revision ?? Number.MAX_SAFE_INTEGER);
    return "done";
  }
  if (group.filledRevision < group.filterRevision) {
    await fillGroup(needs, group, signal);
    if (!(await needs.groups.noteFilled(uuid, group.filterRevision))) return "again";
    await needs.memberships.dropOlder(uuid, group.filterRevision);
  }
  return (await computeMembers(needs, group, signal)) ? "done" : "again";
}
