import type { Boundary, BoundaryTombstone } from "./boundary.ts";

/** The current state of an id: either a boundary, or the tombstone of a deleted boundary. */
export type BoundaryHead =
  | { readonly kind: "boundary"; readonly boundary: Boundary }
  | { readonly kind: "tombstone"; readonly tombstone: BoundaryTombstone };

/** The version of an id's current state (its head). Every change gives the head another version. */
export interface HeadVersion {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  /** False for a tombstone, and for a boundary that is not enforced. */
  readonly enforced: boolean;
}

/** Boundaries with all their revisions. A tombstone has the revision number of the deleted boundary. */
export interface BoundaryStore {
  head(id: string): Promise<BoundaryHead | null>;
  /**
   * Replaces the current revision of a boundary (its head) if it is still `previous`. Null as `previous` means that the
   * id is not in use. The previous revision is first copied to the old revisions, so a crash loses no revision. If the
   * head is no longer `previous`, changes nothing and returns false.
   */
  replace(next: BoundaryHead, previous: BoundaryHead | null): Promise<boolean>;
  /** Finds any revision, even one of a deleted boundary. Null as `revision` means the newest revision. */
  find(id: string, revision: number | null): Promise<Boundary | null>;
  /**
   * Returns up to `limit` boundaries with ids after `afterId`, in the order of their ids. The page ends early, after
   * the first boundary with which the page is larger than `maxBytes`. `more` says whether further boundaries follow.
   */
  list(afterId: string | null, limit: number, maxBytes: number): Promise<{ items: Boundary[]; more: boolean }>;
  /** Returns the boundaries with these ids, leaving out ids that don't exist. */
  findHeads(ids: readonly string[]): Promise<Boundary[]>;
  /** Returns up to `limit` ids of boundaries that name this group, in the order of the ids. */
  idsNamingGroup(groupId: string, limit: number): Promise<string[]>;
  /** Lists the version of every head, in any order. */
  headVersions(): AsyncIterable<HeadVersion>;
}

/** Changes of the boundary set since a sequence number. */
interface BoundarySetChanges {
  readonly sequence: number;
  /**
   * Null means that the changes since the given sequence number are not known. Then all boundaries have to be compared.
   * The number is too old, or it is higher than the current one.
   */
  readonly changedIds: readonly string[] | null;
}

/** The sequence number, which every written change of a boundary raises. */
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
