import type { Group, GroupMembers, HeldMembers } from "./group.ts";

/** A new group, before its memberships are written and its members are computed. */
export type NewGroup = Omit<
  Group,
  "filledRevision" | "membersRevision" | "members" | "held" | "heldSequence" | "wanted" | "computed" | "deletedAt"
>;

/**
 * The state of a group that was read at the beginning of a computation of its members. The result of the computation is
 * written only if both revisions are unchanged and the group has no result for a newer request.
 */
export interface ComputedState {
  /** The revision of the served members. */
  readonly before: number;
  readonly filterRevision: number;
  /** The value of `wanted` that was read before the computation. */
  readonly computed: number;
}

/** Access to the stored groups. Each group is one document. Calls throw while the database is unavailable. */
export interface GroupStore {
  /** Returns the newest state of the group with this id, even if it is a tombstone. */
  find(id: string): Promise<Group | undefined>;
  findByUuid(uuid: string): Promise<Group | undefined>;
  /** Returns groups by id, without tombstones. At most 1,000 ids may be given. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** Returns groups by UUID, without tombstones. */
  findManyByUuid(uuids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** Returns the groups after the id `after`, in the order of their ids, without tombstones. */
  list(after: string | undefined, limit: number): Promise<readonly Group[]>;
  /** The number of groups, without tombstones. */
  count(): Promise<number>;
  /**
   * Creates a group under an unused id, or in place of the tombstone of revision `before`. Returns false if there was a
   * concurrent change.
   */
  create(group: NewGroup, before: number | undefined): Promise<boolean>;
  /**
   * If the revision is still `before`, replaces the properties that a user sets, and raises the revision. If the filter
   * has changed, also requests that the group is filled (its memberships are written) and discards the held change.
   * Returns false if the revision is no longer `before`.
   */
  edit(group: Group, before: number): Promise<boolean>;
  /**
   * If the revision is still `before`, replaces the group by a tombstone and raises the revision. Otherwise returns
   * false.
   */
  markDeleted(group: Group, before: number): Promise<boolean>;
  /**
   * Announces (records) that memberships of these groups are about to change. If the process crashes before it calls
   * `wantMembers` with the same mark, `wantAnnounced` still finds the announcement.
   */
  announceChange(uuids: readonly string[], mark: string, at: Date): Promise<void>;
  /** Requests a computation of members, and removes the announcement with this mark, if there is one. */
  wantMembers(uuids: readonly string[], at: Date, mark?: string): Promise<void>;
  /**
   * Requests a computation of members for every group that still has an announcement from `until` or earlier. The
   * process that announced the change may have crashed. Its last writes of memberships may take effect only after this
   * computation, so this function also requests a second computation at `again`.
   */
  wantAnnounced(until: Date, at: Date, again: Date): Promise<void>;
  /**
   * Records that all memberships for this revision of the group's filter are stored. Returns false if the filter has
   * changed.
   */
  noteFilled(uuid: string, filterRevision: number): Promise<boolean>;
  /**
   * Publishes computed members as the revision given by `after`, and discards a change that waits for approval. Returns
   * false, without publishing anything, if the state has changed. Also returns false if the members were published, but
   * another computation was requested after `state` was read.
   */
  publishMembers(
    uuid: string,
    members: GroupMembers,
    state: ComputedState & { readonly after: number },
  ): Promise<boolean>;
  /**
   * Holds computed members in place of the held change, if there is one. If the held change already has the same list,
   * its sequence number is kept. Otherwise the new held change has the next sequence number. Returns false in the same
   * cases as `publishMembers`.
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
   * Returns the time since when a group has had a held change without interruption. If several groups have a held
   * change, returns the earliest time. Returns undefined if no change is held.
   */
  oldestHeld(): Promise<Date | undefined>;
  /**
   * Returns the time since which a group has waited for its memberships to be written or its members to be computed. If
   * several groups wait, returns the earliest time. Returns undefined if no group waits.
   */
  oldestOpen(): Promise<Date | undefined>;
  /** Records that the clean-up after a deletion is complete. */
  noteCleaned(uuid: string): Promise<void>;
  /**
   * Returns the UUIDs of groups whose open work has waited since `until` or longer. Open work is writing memberships,
   * computing members, or the clean-up after a deletion. The groups that have waited longest come first.
   */
  listOpen(until: Date, limit: number): Promise<readonly string[]>;
}
