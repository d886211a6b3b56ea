/** How many entries a chunk has. A page of a list that is read by its hash has the same number. */
export const CHUNK_SIZE = 10_000;

/** Revisions of members that are kept, including the newest. */
export const KEPT_REVISIONS = 100;

/** A list in pages, read on demand. */
type Pages = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/**
 * Lists of held members are stored apart from lists of served members, so that each kind can be deleted without the
 * other. The revision of a held list is the sequence number of the held change.
 */
export const heldListsOf = (groupUuid: string) => `${groupUuid}/held`;

/**
 * Port: lists of members in immutable chunks. A list is written completely before anything refers to it. Calls throw
 * while the database is unavailable.
 */
export interface AddressListStore {
  /**
   * Writes a list from its pages in order. Each page has `CHUNK_SIZE` entries, except the last. Writing the same list
   * again has no effect. An empty list has one empty chunk.
   */
  write(groupUuid: string, revision: number, hash: string, pages: Pages): Promise<void>;
  /**
   * Gives one chunk of any list with this hash. Chunks are counted from 0. Gives undefined if the list isn't stored or
   * has no such chunk.
   */
  readByHash(
    hash: string,
    chunk: number,
  ): Promise<{ readonly cidrs: readonly string[]; readonly last: boolean } | undefined>;
  /**
   * Gives up to `count` chunks as they are stored, beginning with chunk `from`. Each chunk is compressed with gzip and
   * has one CIDR on each line. Gives undefined if the list isn't stored or has no such chunk.
   */
  readPacked(hash: string, from: number, count: number): Promise<readonly Uint8Array[] | undefined>;
  /**
   * Copies the stored list with this hash for another group or revision. False means that the list isn't stored
   * completely.
   */
  copy(hash: string, groupUuid: string, revision: number): Promise<boolean>;
  /** Deletes the lists of revisions up to this one. */
  dropUpTo(groupUuid: string, revision: number): Promise<void>;
}
