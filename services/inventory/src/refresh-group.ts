import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import { addressListOfSet } from "./address-list.ts";
import { type AddressListStore, KEPT_REVISIONS } from "./address-list-store.ts";
import { fillGroup } from "./fill-group.ts";
import type { Group } from "./group.ts";
import { matcherOf } from "./group-filter.ts";
import type { GroupIndex } from "./group-index.ts";
import type { GroupStore } from "./group-store.ts";
import type { ItemIndex } from "./item-index.ts";
import { membershipOf } from "./membership.ts";
import type { MembershipStore } from "./membership-store.ts";

interface Needs {
  readonly groups: GroupStore;
  readonly memberships: MembershipStore;
  readonly addressLists: AddressListStore;
  readonly itemIndex: ItemIndex;
  readonly groupIndex: GroupIndex;
  /** Resolves when everything that was open at this time is projected. */
  readonly projectUpTo: (until: Date, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Does whatever is left to do for one group: fills it after its filter changed, computes its members from the record, or
 * cleans up after its deletion. Repeatable, and right beside another run of itself: only one moves the pointer.
 * "again" when something changed underneath, so that there is work left.
 */
export async function refreshGroup(needs: Needs, uuid: string, signal: AbortSignal): Promise<"done" | "again"> {
  const group = await needs.groups.findByUuid(uuid);
  if (!group) return "done";
  if (group.deletedAt) {
    await needs.groupIndex.remove(uuid, group.revision);
    await needs.memberships.dropOthers(uuid, undefined);
    await needs.addressLists.dropUpTo(uuid, Number.MAX_SAFE_INTEGER);
    await needs.groups.noteCleaned(uuid);
    return "done";
  }
  if (group.filledRevision < group.filterRevision) {
    await fillGroup(needs, group, signal);
    if (!(await needs.groups.noteFilled(uuid, group.filterRevision))) return "again";
    await needs.memberships.dropOthers(uuid, membershipOf(uuid, group.filterRevision));
  }
  return (await computeMembers(needs, group)) ? "done" : "again";
}

async function computeMembers(needs: Needs, group: Group): Promise<boolean> {
  const { uuid, filterRevision, wanted: computed, members: before } = group;
  const matcher = matcherOf(group.filter);
  const texts: string[] = [];
  let memberCount = 0;
  for await (const ips of needs.memberships.readMemberAddresses(membershipOf(uuid, filterRevision))) {
    memberCount += 1;
    for (const ip of matcher.membersOf(ips)) texts.push(ip);
  }
  const { cidrs, hash } = addressListOfSet(addressSetOfTexts(texts));
  const same = before?.hash === hash;
  const after = same ? group.membersRevision : group.membersRevision + 1;
  if (!same) await needs.addressLists.write(uuid, after, { hash, cidrs });
  const updatedAt = same ? before.updatedAt : needs.now();
  const members = { hash, addressCount: cidrs.length, memberCount, filterRevision, updatedAt };
  const state = { before: group.membersRevision, after, filterRevision, computed };
  if (!(await needs.groups.publishMembers(uuid, members, state))) return false;
  if (!same) await needs.addressLists.dropUpTo(uuid, after - KEPT_REVISIONS);
  return true;
}
