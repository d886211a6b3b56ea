/** Entries per chunk, and per page of a list by its hash. */
export const CHUNK_SIZE = 10_000;

/** Revisions of members that are kept, including the newest. */
export const KEPT_REVISIONS = 100;

/** A list in pages, read on demand. */
type Pages = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/**
 * Lists of held members are stored apart from served ones, with the sequence of the held change as revision, so that each
 * kind is dropped by itself.
 */
export const heldListsOf = (groupUuid: string) => `${groupUuid}/held`;

/**
 * Port: lists of members in immutable chunks. A list is written completely before anything refers to it.
 * Calls throw while the database is unavailable.
 */
export interface AddressListStore {
  /**
   * Writes a list from its pages in order, each of `CHUNK_SIZE` except the last. Writing the same list again has no effect.
   * An empty list has one empty chunk.
   */
  write(groupUuid: string, revision: number, hash: string, pages: Pages): Promise<void>;
  /** One chunk, from 0, of any list with this hash; undefined when it isn't stored or has no such chunk. */
  readByHash(
    hash: string,
    chunk: number,
  ): Promise<{ readonly cidrs: readonly string[]; readonly last: boolean } | undefined>;
  /**
   * Up to `count` chunks as stored, from chunk `from` on: each packed with gzip, one CIDR per line. Undefined when the list
   * isn't stored or has no such chunk.
   */
  readPacked(hash: string, from: number, count: number): Promise<readonly Uint8Array[] | undefined>;
  /** Copies a stored list, by its hash, for another group or revision. False when the list isn't stored completely. */
  copy(hash: string, groupUuid: string, revision: number): Promise<boolean>;
  /** Deletes the lists of revisions up to this one. */
  dropUpTo(groupUuid: string, revision: number): Promise<void>;
}
