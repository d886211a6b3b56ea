import type { GroupFilter } from "../items/group-filter.ts";

/** The computed members of a group. */
export interface GroupMembers {
  /** The hash of the list of addresses (address-list.ts). */
  readonly hash: string;
  /** The number of CIDRs in the list. */
  readonly addressCount: number;
  /** The number of member items. */
  readonly memberCount: number;
  /** The revision of the filter for which the members were computed. */
  readonly filterRevision: number;
  /** The time at which the addresses last changed. */
  readonly updatedAt: Date;
}

/**
 * Members that are not served until they are approved, because the change from the served members to these members is a
 * mass change (mass-change-limits.ts).
 */
export interface HeldMembers extends Omit<GroupMembers, "updatedAt"> {
  /** The sequence number of this held change. Within a group, each held list of addresses has a different number. */
  readonly sequence: number;
  /**
   * The number of CIDRs that the change would add, and the number that it would remove. The added addresses and the
   * removed addresses are each expressed in the fewest CIDRs.
   */
  readonly added: number;
  readonly removed: number;
  /** The start of the period in which changes have been held without interruption. */
  readonly since: Date;
}

/** A stored group. */
export interface Group {
  readonly id: string;
  /**
   * The UUID that the group was given at its creation. A group that is created again under the same id has another
   * UUID.
   */
  readonly uuid: string;
  readonly revision: number;
  readonly name: string;
  readonly description: string | null;
  readonly filter: GroupFilter;
  /** The revision that set the current filter. */
  readonly filterRevision: number;
  /**
   * The latest filter revision for which all memberships are stored. While it is below `filterRevision`, the
   * memberships for the current filter are being written.
   */
  readonly filledRevision: number;
  /**
   * The revision of the served members. It is 0 before members are first served, and increases only when the addresses
   * change. If a group replaces a deleted group with the same id, its revisions continue from those of the deleted
   * group.
   */
  readonly membersRevision: number;
  /** The served members, or null until members are computed for the first time. */
  readonly members: GroupMembers | null;
  readonly held: HeldMembers | null;
  /** The sequence number of the last held change, or 0 before the first one. */
  readonly heldSequence: number;
  /**
   * `wanted` is the number of requests so far to compute the members. `computed` is the value that `wanted` had when
   * the computation of the latest stored members began. If `wanted` is higher, another computation was requested after
   * that.
   */
  readonly wanted: number;
  readonly computed: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  readonly deletedAt: Date | null;
}

/**
 * Reports whether the members for the current filter are computed. Computed members are either served, or held while
 * earlier members are served.
 */
export function isReady(group: Group): group is Group & { readonly members: GroupMembers } {
  const { members, held, filterRevision } = group;
  return members !== null && (members.filterRevision === filterRevision || held?.filterRevision === filterRevision);
}
