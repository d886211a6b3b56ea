/** The number of entries in a chunk. If a list is read by its hash, each page is one chunk. */
export const CHUNK_SIZE = 10_000;

/** The number of revisions of a group's members that are kept, including the newest one. */
export const KEPT_REVISIONS = 100;

/** The pages of a list, which are read on demand. */
type Pages = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/**
 * Returns the key of a group's held lists. A held list contains members that wait for approval. Held lists are stored
 * apart from the lists of served members, so that the two kinds of lists can be deleted independently. The revision of
 * a held list is the sequence number of the held change.
 */
export const heldListsOf = (groupUuid: string) => `${groupUuid}/held`;

/**
 * Access to the stored lists of members, which are divided into immutable chunks. A list is written completely before
 * anything refers to it. Calls throw while the database is unavailable.
 */
export interface AddressListStore {
  /**
   * Writes a list from its pages, in order. Every page except the last has `CHUNK_SIZE` entries. Writing the same list
   * again has no effect. An empty list is stored as one empty chunk.
   */
  write(groupUuid: string, revision: number, hash: string, pages: Pages): Promise<void>;
  /**
   * Returns a chunk of the list with this hash, whichever group the list belongs to. Chunks are counted from 0.
   * Returns undefined if the list isn't stored or has no such chunk.
   */
  readByHash(
    hash: string,
    chunk: number,
  ): Promise<{ readonly cidrs: readonly string[]; readonly last: boolean } | undefined>;
  /**
   * Returns up to `count` chunks in their stored form, starting with chunk `from`. Each chunk is compressed with gzip
   * and has one CIDR on each line. Returns undefined if the list isn't stored or has no such chunk.
   */
  readPacked(hash: string, from: number, count: number): Promise<readonly Uint8Array[] | undefined>;
  /**
   * Copies the stored list with this hash to another group or revision. Returns false if the list isn't stored
   * completely.
   */
  copy(hash: string, groupUuid: string, revision: number): Promise<boolean>;
  /** Deletes this group's lists of `revision` and of all earlier revisions. */
  dropUpTo(groupUuid: string, revision: number): Promise<void>;
}
