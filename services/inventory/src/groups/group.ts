import type { GroupFilter } from "../items/group-filter.ts";

/** The computed members of a group. */
export interface GroupMembers {
  /** See address-list.ts. */
  readonly hash: string;
  /** Entries in the list of CIDRs. */
  readonly addressCount: number;
  /** Number of member items. */
  readonly memberCount: number;
  /** The revision of the filter they were computed for. */
  readonly filterRevision: number;
  /** When the addresses last changed. */
  readonly updatedAt: Date;
}

/** Members that wait for approval, because they would be a mass change (mass-change-limits.ts) of the served ones. */
export interface HeldMembers extends Omit<GroupMembers, "updatedAt"> {
  /** Counts the held changes of the group, so that each held list has its own number. */
  readonly sequence: number;
  /** The fewest CIDRs of the addresses that would be added, and of those that would be removed. */
  readonly added: number;
  readonly removed: number;
  /** Since when changes are held without interruption. */
  readonly since: Date;
}

/** A stored group. */
export interface Group {
  readonly id: string;
  /** New for each creation, so that a group created again under the same id is another group. */
  readonly uuid: string;
  readonly revision: number;
  readonly name: string;
  readonly description: string | null;
  readonly filter: GroupFilter;
  /** The revision that set the current filter. */
  readonly filterRevision: number;
  /** The filter revision whose memberships are complete; below `filterRevision` a filling is in progress. */
  readonly filledRevision: number;
  /** Raised only when the addresses change; continues when the id is used again. 0 before the first members. */
  readonly membersRevision: number;
  /** The served members; null before the first filling. */
  readonly members: GroupMembers | null;
  readonly held: HeldMembers | null;
  /** The sequence of the last held change; 0 before the first one. */
  readonly heldSequence: number;
  /** Counts requests to compute the members, and up to which of them they are computed. */
  readonly wanted: number;
  readonly computed: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  readonly deletedAt: Date | null;
}

/** Whether the members for the current filter are computed: served, or held while earlier ones are still served. */
export function isReady(group: Group): group is Group & { readonly members: GroupMembers } {
  const { members, held, filterRevision } = group;
  return members !== null && (members.filterRevision === filterRevision || held?.filterRevision === filterRevision);
}
