import { type AddressSet, cidrCount, cidrPages, subtract } from "@network-access/traffic-sets/address-set";
import { digestOf, ListNotKept, readAddresses } from "../addresses/address-list.ts";
import { type AddressListStore, CHUNK_SIZE, heldListsOf, KEPT_REVISIONS } from "../addresses/address-list-store.ts";
import { createAddressCollector } from "../addresses/collect-addresses.ts";
import type { Group, GroupMembers } from "../groups/group.ts";
import type { GroupStore } from "../groups/group-store.ts";
import { isMassChange, isWide } from "../groups/mass-change-limits.ts";
import { matcherOf } from "../items/group-filter.ts";
import { membershipOf } from "../items/membership.ts";
import type { MembershipStore } from "../items/membership-store.ts";

interface Needs {
  readonly groups: Pick<GroupStore, "findByUuid" | "publishMembers" | "holdMembers">;
  readonly memberships: Pick<MembershipStore, "readMemberAddresses">;
  readonly addressLists: Pick<AddressListStore, "write" | "readByHash" | "dropUpTo">;
  /** Called when a change begins to wait for approval. */
  readonly held: (group: Group) => void;
  readonly now: () => Date;
}

/** The members of a group, computed from the database. */
interface Computed {
  readonly addresses: AddressSet;
  /** The union of wide members; see mass-change-limits.ts. */
  readonly wide: AddressSet;
  readonly hash: string;
  readonly addressCount: number;
  readonly memberCount: number;
}

/**
 * Computes the members of a group from the database and publishes them. If that would be a mass change, holds them for
 * approval instead. The memberships of the group must be complete before the call. The address list is written before
 * the group refers to it.
 *
 * Returns false if the group changed during the computation, or if another computation was requested meanwhile.
 */
export async function computeMembers(needs: Needs, group: Group, signal: AbortSignal): Promise<boolean> {
  const { uuid, filterRevision, members, held, heldSequence } = group;
  const computed = await compute(needs, group, signal);
  const isSame = members?.hash === computed.hash;
  if (members && !isSame) {
    const before = await readServed(needs, group, members);
    if (!before) return false;
    if (isMassChange(before, computed.addresses, computed.wide)) return hold(needs, group, before, computed);
  }
  const revision = isSame ? group.membersRevision : group.membersRevision + 1;
  if (!isSame) await write(needs, uuid, revision, computed);
  const { hash, addressCount, memberCount } = computed;
  const updatedAt = isSame ? members.updatedAt : needs.now();
  const published: GroupMembers = { hash, addressCount, memberCount, filterRevision, updatedAt };
  if (!(await needs.groups.publishMembers(uuid, published, { ...stateOf(group), after: revision }))) return false;
  if (!isSame) await needs.addressLists.dropUpTo(uuid, revision - KEPT_REVISIONS);
  if (held || (heldSequence > 0 && !isSame)) await needs.addressLists.dropUpTo(heldListsOf(uuid), heldSequence);
  return true;
}

async function compute({ memberships }: Needs, group: Group, signal: AbortSignal): Promise<Computed> {
  const matcher = matcherOf(group.filter);
  const members = createAddressCollector();
  const wide = createAddressCollector();
  let memberCount = 0;
  for await (const ips of memberships.readMemberAddresses(membershipOf(group.uuid, group.filterRevision))) {
    signal.throwIfAborted();
    memberCount += 1;
    for (const ip of matcher.membersOf(ips)) {
      members.add(ip);
      if (isWide(ip)) wide.add(ip);
    }
  }
  const addresses = members.collected();
  return { addresses, wide: wide.collected(), memberCount, ...(await digestOf(addresses)) };
}

/**
 * Reads the address list of the published members. Returns undefined if the list no longer exists, because other
 * members were published or the group was deleted. If the list is missing for another reason, throws ListNotKept.
 */
async function readServed({ groups, addressLists }: Needs, { uuid }: Group, members: GroupMembers) {
  try {
    return await readAddresses(addressLists, members.hash);
  } catch (error) {
    if (!(error instanceof ListNotKept)) throw error;
    const now = await groups.findByUuid(uuid);
    if (now?.members?.hash === members.hash) throw error;
    return undefined;
  }
}

async function hold(needs: Needs, group: Group, before: AddressSet, computed: Computed): Promise<boolean> {
  const { uuid, filterRevision, held, heldSequence } = group;
  const { hash, addressCount, memberCount, addresses } = computed;
  const isSame = held?.hash === hash;
  const sequence = isSame ? held.sequence : heldSequence + 1;
  if (!isSame) await write(needs, heldListsOf(uuid), sequence, computed);
  const added = cidrCount(subtract(addresses, before));
  const removed = cidrCount(subtract(before, addresses));
  const since = held?.since ?? needs.now();
  const next = { sequence, hash, addressCount, memberCount, filterRevision, added, removed, since };
  if (!(await needs.groups.holdMembers(uuid, next, stateOf(group)))) return false;
  if (!held) needs.held(group);
  await needs.addressLists.dropUpTo(heldListsOf(uuid), sequence - 1);
  return true;
}

function write({ addressLists }: Needs, owner: string, revision: number, { hash, addresses }: Computed): Promise<void> {
  return addressLists.write(owner, revision, hash, cidrPages(addresses, CHUNK_SIZE));
}

function stateOf({ membersRevision: before, filterRevision, wanted: computed }: Group) {
  return { before, filterRevision, computed };
}
