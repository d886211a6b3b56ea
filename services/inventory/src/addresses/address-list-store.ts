/** Entries of one chunk, and of one page of a list by its hash. */
export const CHUNK_SIZE = 10_000;

/** Revisions of members that are kept, the newest included. */
export const KEPT_REVISIONS = 100;

/** A list in pages, read as they are needed. */
type Pages = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/**
 * Lists of members that are held are kept apart from those that are served, with the sequence of what is held as their
 * revision, so that both end by themselves.
 */
export const heldListsOf = (groupUuid: string) => `${groupUuid}/held`;

/**
 * Port: lists of members in chunks that never change once written. A list is written whole before anything points to it.
 * Calls throw while the record engine is away.
 */
export interface AddressListStore {
  /**
   * Writes the list whose pages, each of `CHUNK_SIZE` but the last, come in order. Writing the same again does nothing. An
   * empty list has one empty chunk.
   */
  write(groupUuid: string, revision: number, hash: string, pages: Pages): Promise<void>;
  /** One chunk, from 0, of any list with this hash; undefined when it is not kept or has ended. */
  readByHash(
    hash: string,
    chunk: number,
  ): Promise<{ readonly cidrs: readonly string[]; readonly last: boolean } | undefined>;
  /**
   * Up to `count` chunks as they are stored, from chunk `from` on: each packed with gzip, one CIDR per line. Undefined when
   * the list is not kept or ended before.
   */
  readPacked(hash: string, from: number, count: number): Promise<readonly Uint8Array[] | undefined>;
  /** Keeps a list that is kept already, by its hash, for another group or revision, too. False when it is not kept whole. */
  copy(hash: string, groupUuid: string, revision: number): Promise<boolean>;
  /** Leaves out the lists of revisions up to this one. */
  dropUpTo(groupUuid: string, revision: number): Promise<void>;
}
