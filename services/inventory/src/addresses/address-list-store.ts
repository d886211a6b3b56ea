/** The number of CIDRs in a chunk. Only the last chunk of a list may have fewer CIDRs. */
export const CHUNK_SIZE = 10_000;

/** The number of revisions of a group's members that are kept, including the newest one. */
export const KEPT_REVISIONS = 100;

/** The pages of a list, which are read on demand. */
type Pages = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/**
 * Returns the key under which a group's held lists are stored. A held list contains the addresses that the group will
 * have if its held change is approved. The list's revision is the sequence number of the held change. Held lists have a
 * separate key, so that the held lists and the lists in use can be deleted independently.
 */
export const heldListsOf = (groupUuid: string) => `${groupUuid}/held`;

/**
 * Stores the address lists of groups. A list is divided into chunks, which never change. All chunks of a list are
 * written before any other document refers to the list. Calls throw while the database is unavailable.
 */
export interface AddressListStore {
  /**
   * Stores a list, page by page. Every page except the last must have `CHUNK_SIZE` entries. An empty list is stored as
   * one empty chunk. Storing the same list again has no effect.
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
   * Returns up to `count` consecutive chunks in their stored form, starting with chunk `from`. Each chunk is a
   * gzip-compressed text with one CIDR on each line. Returns fewer chunks if the list ends earlier. Returns undefined
   * if a chunk of the list isn't stored, or if the list has no chunk `from`.
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
