import { type AddressListStore, heldListsOf } from "../addresses/address-list-store.ts";
import type { MembershipStore } from "../items/membership-store.ts";
import type { GroupIndex } from "../search-index/group-index.ts";
import type { GroupStore } from "./group-store.ts";

export interface PurgeNeeds {
  readonly groups: Pick<GroupStore, "noteCleaned">;
  readonly memberships: Pick<MembershipStore, "dropAll">;
  readonly addressLists: Pick<AddressListStore, "dropUpTo">;
  readonly groupIndex: Pick<GroupIndex, "remove">;
}

/**
 * Removes the data of a deleted group: first its filter from the index of group filters, and then its memberships and
 * address lists. The function is idempotent.
 */
export async function purgeDeletedGroup(
  { groups, memberships, addressLists, groupIndex }: PurgeNeeds,
  uuid: string,
  revision: number,
): Promise<void> {
  await groupIndex.remove(uuid, revision);
  await memberships.dropAll(uuid);
  await addressLists.dropUpTo(uuid, Number.MAX_SAFE_INTEGER);
  await addressLists.dropUpTo(heldListsOf(uuid), Number.MAX_SAFE_INTEGER);
  await groups.noteCleaned(uuid);
}
