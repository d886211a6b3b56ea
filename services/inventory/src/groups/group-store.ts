import type { Group, GroupMembers, HeldMembers } from "./group.ts";

/** A group at its creation: nothing is filled or computed yet. */
export type NewGroup = Omit<
  Group,
  "filledRevision" | "membersRevision" | "members" | "held" | "heldSequence" | "wanted" | "computed" | "deletedAt"
>;

/** What a computation of members has read; its result is written only when all of it still holds. */
export interface ComputedState {
  /** The revision of the members that were served. */
  readonly before: number;
  readonly filterRevision: number;
  /** The `wanted` that was read before computing. */
  readonly computed: number;
}

/** Port: groups, each one document. Calls throw while the record engine is away. */
export interface GroupStore {
  /** The newest state under an id, a tombstone included. */
  find(id: string): Promise<Group | undefined>;
  findByUuid(uuid: string): Promise<Group | undefined>;
  /** By id, without tombstones. At most 1,000. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** By UUID, without tombstones. */
  findManyByUuid(uuids: readonly string[]): Promise<ReadonlyMap<string, Group>>;
  /** Without tombstones, in order of their ids, those after `after`. */
  list(after: string | undefined, limit: number): Promise<readonly Group[]>;
  /** How many there are, tombstones left out. */
  count(): Promise<number>;
  /** Creates a group where nothing is, or over the tombstone of revision `before`. False when somebody was faster. */
  create(group: NewGroup, before: number | undefined): Promise<boolean>;
  /**
   * Replaces what a user says, when the revision is still `before`, and raises it. Another filter wants to be filled, and
   * what was held for the old one is held no more. False when somebody was faster.
   */
  edit(group: Group, before: number): Promise<boolean>;
  /** Leaves a tombstone, when the revision is still `before`, and raises it. False when somebody was faster. */
  bury(group: Group, before: number): Promise<boolean>;
  /** Notes that memberships are about to change, so that a crash before `wantMembers` with the same mark loses nothing. */
  announceChange(uuids: readonly string[], mark: string, at: Date): Promise<void>;
  /** Notes a reason to compute members again, which may have been announced under a mark. */
  wantMembers(uuids: readonly string[], at: Date, mark?: string): Promise<void>;
  /**
   * Wants members where a change was announced up to `until` and nothing came of it; and a second time when `again` has
   * come, for memberships that were written late by somebody who never told.
   */
  wantAnnounced(until: Date, at: Date, again: Date): Promise<void>;
  /** Every item that belongs to the filter of this revision is marked; false when the filter is another one by now. */
  noteFilled(uuid: string, filterRevision: number): Promise<boolean>;
  /**
   * Moves the pointer to newly computed members, with the revision `after`; nothing is held any more. False when the state
   * is another by now, and also when members are wanted again since.
   */
  publishMembers(
    uuid: string,
    members: GroupMembers,
    state: ComputedState & { readonly after: number },
  ): Promise<boolean>;
  /** Holds newly computed members instead of what was held before; their sequence is the next one, or that of the same list held already. False as above. */
  holdMembers(uuid: string, held: HeldMembers, state: ComputedState): Promise<boolean>;
  /** Makes what is held the members of revision `after`, when it is still this and the revision of members still `before`. */
  releaseMembers(
    uuid: string,
    held: HeldMembers,
    state: { readonly before: number; readonly after: number; readonly at: Date },
  ): Promise<boolean>;
  /** How many groups hold a change. */
  countHeld(): Promise<number>;
  /** A tombstone has nothing left to clean. */
  noteCleaned(uuid: string): Promise<void>;
  /** UUIDs with work left since before `until`: to be filled, to be computed or to be cleaned; the oldest first. */
  listOpen(until: Date, limit: number): Promise<readonly string[]>;
}
