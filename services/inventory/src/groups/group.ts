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
 * Members that wait for approval, because replacing the served members by them would be a mass change
 * (mass-change-limits.ts).
 */
export interface HeldMembers extends Omit<GroupMembers, "updatedAt"> {
  /** The number of this held change. Held changes of a group are counted, so each held list has a number of its own. */
  readonly sequence: number;
  /**
   * The numbers of CIDRs that the change would add and remove. The served and the held addresses are each expressed in
   * the fewest CIDRs.
   */
  readonly added: number;
  readonly removed: number;
  /** The time since when changes have been held without interruption. */
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
   * The filter revision whose memberships are complete. While this number is below `filterRevision`, the memberships
   * for the new filter are being written.
   */
  readonly filledRevision: number;
  /**
   * The revision of the served members. It is 0 until members are first served, and is raised only when the addresses
   * change. A group that is created under the id of a deleted group continues the numbering.
   */
  readonly membersRevision: number;
  /** The served members, or null until members are computed for the first time. */
  readonly members: GroupMembers | null;
  readonly held: HeldMembers | null;
  /** The sequence number of the last held change, or 0 before the first one. */
  readonly heldSequence: number;
  /**
   * `wanted` counts the requests to compute the members. `computed` is the value of `wanted` that was read before the
   * latest result was computed.
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
 * Returns whether the members for the current filter are computed. Such members are either served already, or held
 * while earlier members are still served.
 */
export function isReady(group: Group): group is Group & { readonly members: GroupMembers } {
  const { members, held, filterRevision } = group;
  return members !== null && (members.filterRevision === filterRevision || held?.filterRevision === filterRevision);
}
