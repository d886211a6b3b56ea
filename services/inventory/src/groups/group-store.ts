import type { Group, GroupMembers, HeldMembers } from "./group.ts";

/** A new group, before it is filled and computed. */
export type NewGroup = Omit<
  Group,
  "filledRevision" | "membersRevision" | "members" | "held" | "heldSequence" | "wanted" | "computed" | "deletedAt"
>;

/** What a computation of members has read; its result is written only while all of it is unchanged. */
export interface ComputedState {
  /** The revision of the served members. */
  readonly before: number;
  readonly filterRevision: number;
  /** The `wanted` that was read before computing. */
  readonly computed: number;
}

/** Port: groups, each one document. Calls throw while the database is unavailable. */
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
  /** Creates a group under a free id, or over the tombstone of revision `before`. False on a concurrent change. */
  create(group: NewGroup, before: number | undefined): Promise<boolean>;
  /**
   * Replaces what a user sets, when the revision is still `before`, and raises it. A changed filter requests a filling and
   * discards the held change. False on a concurrent change.
   */
  edit(group: Group, before: number): Promise<boolean>;
  /** Leaves a tombstone, when the revision is still `before`, and raises it. False on a concurrent change. */
  markDeleted(group: Group, before: number): Promise<boolean>;
  /** Records that memberships are about to change, so that a crash before `wantMembers` with the same mark loses nothing. */
  announceChange(uuids: readonly string[], mark: string, at: Date): Promise<void>;
  /** Requests a computation of members, which may have been announced under a mark. */
  wantMembers(uuids: readonly string[], at: Date, mark?: string): Promise<void>;
  /**
   * Requests a computation where a change was announced up to `until` and not followed by `wantMembers`; and once more at
   * `again`, for memberships that a process wrote late before it ended.
   */
  wantAnnounced(until: Date, at: Date, again: Date): Promise<void>;
  /** Records that every item matching the filter of this revision has its membership; false when the filter has changed. */
  noteFilled(uuid: string, filterRevision: number): Promise<boolean>;
  /**
   * Publishes computed members as the revision given by `after`, and discards a change that waits for approval. Returns
   * false if the state has changed or another computation was requested meanwhile.
   */
  publishMembers(
    uuid: string,
    members: GroupMembers,
    state: ComputedState & { readonly after: number },
  ): Promise<boolean>;
  /** Replaces the held change by computed members; their sequence is the next one, or that of the same list held already. False as above. */
  holdMembers(uuid: string, held: HeldMembers, state: ComputedState): Promise<boolean>;
  /** Publishes the held members as revision `after`, when both they and the revision `before` of the members are unchanged. */
  releaseMembers(
    uuid: string,
    held: HeldMembers,
    state: { readonly before: number; readonly after: number; readonly at: Date },
  ): Promise<boolean>;
  /** The number of groups with a held change. */
  countHeld(): Promise<number>;
  /** Records that the clean-up after a deletion is complete. */
  noteCleaned(uuid: string): Promise<void>;
  /** UUIDs of groups opened up to `until`, to be filled, computed or cleaned up; the oldest first. */
  listOpen(until: Date, limit: number): Promise<readonly string[]>;
}
