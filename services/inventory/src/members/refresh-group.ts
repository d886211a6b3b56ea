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
   * Resolves when every item that was changed up to `until` has been written to the index, and its memberships have
   * been updated.
   */
  readonly projectUpTo: (until: Date, signal: AbortSignal) => Promise<void>;
  /** Called when a group gets a held change (a mass change that waits for approval) and had none before. */
  readonly held: (group: Group) => void;
  readonly now: () => Date;
}

/**
 * Does the open work of one group: writes its memberships after a change of its filter, computes its members, or purges
 * the group after its deletion. Returns "again" if something changed during the run, so that work is still open.
 *
 * The function is idempotent. Several runs may be concurrent, because only one run can publish its result.
 */
export async function refreshGroup(needs: Needs, uuid: string, signal: AbortSignal): Promise<"done" | "again"> {
  const group = await needs.groups.findByUuid(uuid);
  // If a new group has taken the id of a deleted group, no group has the UUID of the deleted group any more. The
  // deleted group is purged in this case too, because a late write may have left some of its data.
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
