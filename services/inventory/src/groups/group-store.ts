import type { Group, GroupMembers, HeldMembers } from "./group.ts";

/** A new group, before it is filled and computed. */
export type NewGroup = Omit<
  Group,
  "filledRevision" | "membersRevision" | "members" | "held" | "heldSequence" | "wanted" | "computed" | "deletedAt"
>;

/**
 * The state that a computation of members has read. The result of the computation is written only if this state is
 * unchanged.
 */
export interface ComputedState {
  /** The revision of the served members. */
  readonly before: number;
  readonly filterRevision: number;
  /** The `wanted` that was read before computing. */
  readonly computed: number;
}

/** Port: groups. Each group is one document. Calls throw while the database is unavailable. */
export interface GroupStore {
  /** The newest state under an id, including a tombstone. */
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
  /** Creates a group under a free id, or over the tombstone of revision `before`. False means a concurrent change. */
  create(group: NewGroup, before: number | undefined): Promise<boolean>;
  /**
   * If the revision is still `before`, replaces the properties that a user sets, and raises the revision. If the filter
   * has changed, also requests a filling and discards the held change. False means a concurrent change.
   */
  edit(group: Group, before: number): Promise<boolean>;
  /** If the revision is still `before`, leaves a tombstone and raises the revision. False means a concurrent change. */
  markDeleted(group: Group, before: number): Promise<boolean>;
  /**
   * Records that memberships are about to change. If the process crashes before it calls `wantMembers` with the same
   * mark, the recorded change is not lost.
   */
  announceChange(uuids: readonly string[], mark: string, at: Date): Promise<void>;
  /** Requests a computation of members. `mark` is given if the change was announced under it. */
  wantMembers(uuids: readonly string[], at: Date, mark?: string): Promise<void>;
  /**
   * If a change of a group was announced up to `until` but `wantMembers` was never called for it, requests a
   * computation of the group's members. Requests a second computation at `again`, because a process may have written
   * memberships late before it ended.
   */
  wantAnnounced(until: Date, at: Date, again: Date): Promise<void>;
  /**
   * Records that every item that matches the filter of this revision has its membership. False means that the filter
   * has changed.
   */
  noteFilled(uuid: string, filterRevision: number): Promise<boolean>;
  /**
   * Publishes computed members as the revision given by `after`, and discards a change that waits for approval. False
   * means that the state has changed, or that another computation was requested meanwhile.
   */
  publishMembers(
    uuid: string,
    members: GroupMembers,
    state: ComputedState & { readonly after: number },
  ): Promise<boolean>;
  /**
   * Replaces the held change by computed members. If the list of the held change is the same, its sequence number is
   * kept. Otherwise the members get the next sequence number. False has the same meaning as in `publishMembers`.
   */
  holdMembers(uuid: string, held: HeldMembers, state: ComputedState): Promise<boolean>;
  /**
   * If the held members are unchanged and the served members still have the revision `before`, publishes the held
   * members as revision `after`.
   */
  releaseMembers(
    uuid: string,
    held: HeldMembers,
    state: { readonly before: number; readonly after: number; readonly at: Date },
  ): Promise<boolean>;
  /** The number of groups with a held change. */
  countHeld(): Promise<number>;
  /** Records that the clean-up after a deletion is complete. */
  noteCleaned(uuid: string): Promise<void>;
  /**
   * Returns the UUIDs of groups that were opened up to `until` and must be filled, computed or cleaned up. The groups
   * are in the order in which they were opened.
   */
  listOpen(until: Date, limit: number): Promise<readonly string[]>;
}
