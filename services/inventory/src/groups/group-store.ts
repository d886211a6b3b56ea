import type { Group, GroupMembers, HeldMembers } from "./group.ts";

/** The properties with which a group is created. The store sets the other properties. */
export type NewGroup = Omit<
  Group,
  "filledRevision" | "membersRevision" | "members" | "held" | "heldSequence" | "wanted" | "computed" | "deletedAt"
>;

/**
 * The state of a group, read before its members are computed. The computed members are stored only if both revisions
 * are unchanged and no result of a newer request has been stored.
 */
export interface ComputedState {
  /** The revision of the served members. */
  readonly before: number;
  readonly filterRevision: number;
  /** The number of requested computations (`wanted` of the group), as read before this computation began. */
  readonly computed: number;
}

/** Access to the stored groups. Each group is one document. Calls throw while the database is unavailable. */
export interface GroupStore {
  /** Returns the newest state of the group with this id. A deleted group is returned too. */
  find(id: string): Promise<Group | undefined>;
  findByUuid(uuid: string): Promise<Group | undefined>;
  /** Returns the groups with these ids, by id. At most 1,000 ids may be given. Deleted groups are left out. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** Returns groups by UUID, without tombstones. */
  findManyByUuid(uuids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** Returns at most `limit` groups with ids greater than `after`, sorted by id. Deleted groups are left out. */
  list(after: string | undefined, limit: number): Promise<readonly Group[]>;
  /** The number of groups, without tombstones. */
  count(): Promise<number>;
  /**
   * Creates a group. Without `before`, the id must be unused. With `before`, the group replaces the deleted group that
   * has this id and the revision `before`. Returns false after a concurrent change.
   */
  create(group: NewGroup, before: number | undefined): Promise<boolean>;
  /**
   * If the revision is still `before`, stores the properties that users set, and raises the revision. If the filter has
   * changed, also discards `held` (the members that wait for approval), and requests that the memberships and members
   * for the new filter are computed. Returns false if the revision is no longer `before`.
   */
  edit(group: Group, before: number): Promise<boolean>;
  /**
   * If the revision is still `before`, marks the group as deleted, and raises the revision. Otherwise returns false.
   */
  markDeleted(group: Group, before: number): Promise<boolean>;
  /**
   * Announces that the memberships of these groups are about to change. The announcement is stored under `mark`, and a
   * call of `wantMembers` with this mark removes it. If the process crashes before it calls `wantMembers`,
   * `wantAnnounced` later requests the computation of the members.
   */
  announceChange(uuids: readonly string[], mark: string, at: Date): Promise<void>;
  /**
   * Requests that the members of these groups are computed. If `mark` is given, also removes the announcement with this
   * mark.
   */
  wantMembers(uuids: readonly string[], at: Date, mark?: string): Promise<void>;
  /**
   * Requests a computation of members for every group with an announcement from `until` or earlier.
   *
   * The process that made such an announcement may have crashed. Its last writes of memberships may then take effect
   * only after the requested computation. Each group is therefore computed a second time. The first later call whose
   * `until` is at least the `again` of this call requests the second computation and removes the announcement.
   */
  wantAnnounced(until: Date, at: Date, again: Date): Promise<void>;
  /**
   * Records that all memberships for this revision of the group's filter are stored. Returns false and records nothing
   * if the filter has changed or the group is deleted.
   */
  noteFilled(uuid: string, filterRevision: number): Promise<boolean>;
  /**
   * Publishes computed members as the revision `after`, and discards the held change, if there is one. If the group no
   * longer has the state `state`, returns false and publishes nothing. If another computation was requested after
   * `state` was read, publishes the members, but returns false.
   */
  publishMembers(
    uuid: string,
    members: GroupMembers,
    state: ComputedState & { readonly after: number },
  ): Promise<boolean>;
  /**
   * Stores computed members as the held change, which waits for approval. Replaces an earlier held change. If the
   * earlier held change has the same list of addresses, `held.sequence` must be the sequence of that change. Otherwise
   * `held.sequence` must be the group's `heldSequence` plus 1. Returns false in the same cases as `publishMembers`.
   * Also returns false, and stores nothing, if `held.sequence` is neither of these two numbers.
   */
  holdMembers(uuid: string, held: HeldMembers, state: ComputedState): Promise<boolean>;
  /**
   * Publishes the held members as revision `after`, if `held` is still the held change and the served members still
   * have the revision `before`. Otherwise returns false.
   */
  releaseMembers(
    uuid: string,
    held: HeldMembers,
    state: { readonly before: number; readonly after: number; readonly at: Date },
  ): Promise<boolean>;
  /** The number of groups with a held change. */
  countHeld(): Promise<number>;
  /**
   * Returns the earliest `held.since` of all groups. The `held.since` of a group is the time since which the group has
   * always had a held change. Returns undefined if no change is held.
   */
  oldestHeld(): Promise<Date | undefined>;
  /**
   * Returns the earliest time since which a group has waited for its memberships to be written or its members to be
   * computed. Returns undefined if no group waits.
   */
  oldestOpen(): Promise<Date | undefined>;
  /** Records that the clean-up after a deletion is complete. */
  noteCleaned(uuid: string): Promise<void>;
  /**
   * Returns the UUIDs of at most `limit` groups that have had open work since `until` or longer. The group that has
   * waited longest comes first. Open work is writing memberships, computing members, or the clean-up after a deletion.
   */
  listOpen(until: Date, limit: number): Promise<readonly string[]>;
}
