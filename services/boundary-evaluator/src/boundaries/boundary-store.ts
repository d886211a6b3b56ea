import type { Boundary, BoundaryTombstone } from "./boundary.ts";

/** What stands under an id: a boundary, or what a deletion left. */
export type BoundaryHead =
  | { readonly kind: "boundary"; readonly boundary: Boundary }
  | { readonly kind: "tombstone"; readonly tombstone: BoundaryTombstone };

/** What of a head tells whether it changed. */
export interface HeadVersion {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  /** False for a tombstone and for a boundary that is not enforced. */
  readonly takesPart: boolean;
}

/** Boundaries with all their revisions. A tombstone has the revision that was deleted. */
export interface BoundaryStore {
  head(id: string): Promise<BoundaryHead | null>;
  /**
   * Replaces the head, provided that it is still `previous` (null: nothing stands under the id). Before that the
   * previous revision is put among the old ones, so every revision but the newest is there whatever crashes.
   * False when somebody else was first; nothing changed then.
   */
  replace(next: BoundaryHead, previous: BoundaryHead | null): Promise<boolean>;
  /** The newest, or an older revision, also of a deleted boundary. */
  find(id: string, revision: number | null): Promise<Boundary | null>;
  /**
   * Up to `limit` boundaries with ids after `afterId`, in the order of their ids. Fewer when they are large: it stops
   * after the one that passes `maxBytes`. `more`: others follow.
   */
  list(afterId: string | null, limit: number, maxBytes: number): Promise<{ items: Boundary[]; more: boolean }>;
  /** The boundaries among these ids that exist now. */
  findHeads(ids: readonly string[]): Promise<Boundary[]>;
  /** Ids of up to `limit` boundaries that name this group now, in their order. */
  idsNamingGroup(groupId: string, limit: number): Promise<string[]>;
  /** A mark of every head, in any order. */
  headVersions(): AsyncIterable<HeadVersion>;
}

/** What changed in the set of boundaries since a sequence number, if that is still known. */
interface BoundarySetChanges {
  readonly sequence: number;
  /** Null: too long ago, everything has to be compared. */
  readonly changedIds: readonly string[] | null;
}

/** The number that every change of a boundary raises, after it is written. */
export interface BoundarySequence {
  /** 0 before the first change. */
  current(): Promise<number>;
  raise(changedId: string): Promise<void>;
  changesSince(sequence: number): Promise<BoundarySetChanges>;
}

export function revisionOf(head: BoundaryHead | null): number {
  if (head === null) return 0;
  return head.kind === "boundary" ? head.boundary.revision : head.tombstone.revision;
}
