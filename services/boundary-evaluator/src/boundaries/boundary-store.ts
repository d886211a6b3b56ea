import type { Boundary, BoundaryTombstone } from "./boundary.ts";

/** The current state of an id: either a boundary, or the tombstone of a deleted boundary. */
export type BoundaryHead =
  | { readonly kind: "boundary"; readonly boundary: Boundary }
  | { readonly kind: "tombstone"; readonly tombstone: BoundaryTombstone };

/**
 * The version of a boundary or tombstone. Every save raises the revision. A deletion keeps the UUID and the revision,
 * and sets `enforced` to false.
 */
export interface HeadVersion {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  /** False for a tombstone, and for a boundary that is not enforced. */
  readonly enforced: boolean;
}

/**
 * Stores boundaries with all their revisions. A deleted boundary leaves a tombstone, which has the boundary's last
 * revision number.
 */
export interface BoundaryStore {
  head(id: string): Promise<BoundaryHead | null>;
  /**
   * Replaces the head of an id, which is its current state, by `next`. Does so only if the head is still `previous`.
   * Otherwise, leaves the head unchanged and returns false. If `previous` is null, the id must not be in use. A copy of
   * the previous revision is stored before the head is replaced, so that a crash loses no revision.
   */
  replace(next: BoundaryHead, previous: BoundaryHead | null): Promise<boolean>;
  /**
   * Returns the given revision of a boundary, even if the boundary was deleted later. If `revision` is null, returns
   * the boundary's newest revision, or null if the boundary is deleted.
   */
  find(id: string, revision: number | null): Promise<Boundary | null>;
  /**
   * Returns up to `limit` boundaries whose ids follow `afterId`, ordered by id. The first boundary that makes the page
   * larger than `maxBytes` is the last one on the page. `more` says whether further boundaries follow.
   */
  list(afterId: string | null, limit: number, maxBytes: number): Promise<{ items: Boundary[]; more: boolean }>;
  /** Returns the boundaries with these ids, leaving out ids that don't exist. */
  findHeads(ids: readonly string[]): Promise<Boundary[]>;
  /** Returns the ids of at most `limit` boundaries that refer to the group, in ascending order. */
  idsNamingGroup(groupId: string, limit: number): Promise<string[]>;
  /** Lists the version of every head, in any order. */
  headVersions(): AsyncIterable<HeadVersion>;
}

/** Changes of the boundary set since a sequence number. */
interface BoundarySetChanges {
  readonly sequence: number;
  /**
   * The ids of the boundaries that changed after the given sequence number. Null if the changes are unknown, because
   * that number is too old or is higher than the current one. If the changes are unknown, the caller must compare all
   * boundaries.
   */
  readonly changedIds: readonly string[] | null;
}

/** The sequence number of the boundary set. Each stored change of a boundary raises the number. */
export interface BoundarySequence {
  /** Returns 0 before the first change. */
  current(): Promise<number>;
  raise(changedId: string): Promise<void>;
  changesSince(sequence: number): Promise<BoundarySetChanges>;
}

export function revisionOf(head: BoundaryHead | null): number {
  if (head === null) return 0;
  return head.kind === "boundary" ? head.boundary.revision : head.tombstone.revision;
}
