import type { GroupFilter } from "../items/group-filter.ts";

/** The members of a group as they were last computed. */
export interface GroupMembers {
  /** See address-list.ts. */
  readonly hash: string;
  /** Entries in the list of minimal CIDRs. */
  readonly addressCount: number;
  /** Items that belong. */
  readonly memberCount: number;
  /** The revision of the filter they were computed for. */
  readonly filterRevision: number;
  /** When the addresses last changed. */
  readonly updatedAt: Date;
}

/** Members that wait for a person, because they would be a mass change (rails.ts) of those that are served. */
export interface HeldMembers extends Omit<GroupMembers, "updatedAt"> {
  /** Counts what the group ever held, so that a list that is held is never taken for another. */
  readonly sequence: number;
  /** CIDRs, as few as possible, of the addresses that would come, and of those that would go. */
  readonly added: number;
  readonly removed: number;
  /** Since when something is held without a break. */
  readonly since: Date;
}

/** A group as the record holds it. */
export interface Group {
  readonly id: string;
  /** Given at each creation, so that a group created again under the same id is another one. */
  readonly uuid: string;
  readonly revision: number;
  readonly name: string;
  readonly description: string | null;
  readonly filter: GroupFilter;
  /** The revision that brought the filter of now. */
  readonly filterRevision: number;
  /** The filter revision whose items are all marked as members; below `filterRevision` a filling still runs. */
  readonly filledRevision: number;
  /** Raised only when the addresses change; goes on when the id is used again. 0 when there never were members. */
  readonly membersRevision: number;
  /** Those that are served; null before the first filling. */
  readonly members: GroupMembers | null;
  readonly held: HeldMembers | null;
  /** The sequence of what was held last; 0 when there never was anything. */
  readonly heldSequence: number;
  /** Counts reasons to compute the members again, and up to which of them they are computed. */
  readonly wanted: number;
  readonly computed: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  readonly deletedAt: Date | null;
}

/** Whether the members of the filter of now are computed: they are served, or held while earlier ones go on being served. */
export function isReady(group: Group): group is Group & { readonly members: GroupMembers } {
  const { members, held, filterRevision } = group;
  return members !== null && (members.filterRevision === filterRevision || held?.filterRevision === filterRevision);
}
