import { type Group, isReady } from "../groups/group.ts";

/** The properties of a group on which its feed depends. The group's name is not one of them. */
export interface FedGroup {
  readonly id: string;
  readonly uuid: string;
  /** The revision of the members. */
  readonly revision: number;
  /** Null until members are computed for the first time. */
  readonly members: { readonly hash: string; readonly addressCount: number; readonly updatedAt: Date } | null;
  /**
   * True if the members for the group's current filter are computed. While it is false, the feed contains the members
   * for the previous filter, if members were ever computed.
   */
  readonly ready: boolean;
}

/** A group whose members have been computed. */
export type FilledGroup = FedGroup & { readonly members: NonNullable<FedGroup["members"]> };

export function fedGroupOf(group: Group): FedGroup {
  const { id, uuid, membersRevision: revision, members } = group;
  const ready = isReady(group);
  if (!members) return { id, uuid, revision, members: null, ready };
  const { hash, addressCount, updatedAt } = members;
  return { id, uuid, revision, members: { hash, addressCount, updatedAt }, ready };
}
