import type { Group, GroupMembers } from "./group.ts";

/** A group at its creation: nothing is filled or computed yet. */
export type NewGroup = Omit<
  Group,
  "filledRevision" | "membersRevision" | "members" | "wanted" | "computed" | "deletedAt"
>;

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
  /** Replaces what a user says, when the revision is still `before`, and raises it. Another filter wants to be filled. False when somebody was faster. */
  edit(group: Group, before: number): Promise<boolean>;
  /** Leaves a tombstone, when the revision is still `before`, and raises it. False when somebody was faster. */
  bury(group: Group, before: number): Promise<boolean>;
  /** Notes a reason to compute members again. */
  wantMembers(uuids: readonly string[], at: Date): Promise<void>;
  /** Every item that belongs to the filter of this revision is marked; false when the filter is another one by now. */
  noteFilled(uuid: string, filterRevision: number): Promise<boolean>;
  /**
   * Moves the pointer to newly computed members, when the revision of the members is still `before` and the filter
   * still this one. `computed` is the `wanted` that was read before computing.
   */
  publishMembers(
    uuid: string,
    members: GroupMembers,
    state: {
      readonly before: number;
      readonly after: number;
      readonly filterRevision: number;
      readonly computed: number;
    },
  ): Promise<boolean>;
  /** A tombstone has nothing left to clean. */
  noteCleaned(uuid: string): Promise<void>;
  /** UUIDs with work left since before `until`: to be filled, to be computed or to be cleaned; the oldest first. */
  listOpen(until: Date, limit: number): Promise<readonly string[]>;
}
