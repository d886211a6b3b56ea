import type { Group, GroupMembers, HeldMembers } from "./group.ts";

/** A new group, before it is filled and computed. */
export type NewGroup = Omit<
  Group,
  "filledRevision" | "membersRevision" | "members" | "held" | "heldSequence" | "wanted" | "computed" | "deletedAt"
>;

/** What a computation of members has read. Its result is written only if all of this is unchanged. */
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
  /** By id, without tombstones. At most 1,000. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** By UUID, without tombstones. */
  findManyByUuid(uuids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** Without tombstones, in order of their ids, those after `after`. */
  list(after: string | undefined, limit: number): Promise<readonly Group[]>;
  /** The number of groups, without tombstones. */
  count(): Promise<number>;
  /** Creates a group under a free id, or over the tombstone of revision `before`. False means a concurrent change. */
  create(group: NewGroup, before: number | undefined): Promise<boolean>;
  /**
   * If the revision is still `before`, replaces what a user sets and raises the revision. A changed filter requests a
   * filling and discards the held change. False means a concurrent change.
   */
  edit(group: Group, before: number): Promise<boolean>;
  /** If the revision is still `before`, leaves a tombstone and raises the revision. False means a concurrent change. */
  markDeleted(group: Group, before: number): Promise<boolean>;
  /**
   * Records that memberships are about to change. Because of this record, a crash before `wantMembers` with the same
   * mark loses nothing.
   */
  announceChange(uuids: readonly string[], mark: string, at: Date): Promise<void>;
  /** Requests a computation of members. The change may have been announced under a mark. */
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
   * Gives the UUIDs of groups that were opened up to `until`. These groups are to be filled, computed or cleaned up.
   * Those that were opened first come first.
   */
  listOpen(until: Date, limit: number): Promise<readonly string[]>;
}
