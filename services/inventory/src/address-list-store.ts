/** Entries of one chunk, and of one page of a list by its hash. */
export const CHUNK_SIZE = 10_000;

/** Revisions of members that are kept, the newest included. */
export const KEPT_REVISIONS = 100;

/**
 * Port: lists of members in chunks that never change once written. A list is written whole before anything points to it.
 * Calls throw while the record engine is away.
 */
export interface AddressListStore {
  /** Writing the same again does nothing. An empty list has one empty chunk. */
  write(
    groupUuid: string,
    revision: number,
    list: { readonly hash: string; readonly cidrs: readonly string[] },
  ): Promise<void>;
  /** One chunk, from 0, of any list with this hash; undefined when it is not kept or has ended. */
  readByHash(
    hash: string,
    chunk: number,
  ): Promise<{ readonly cidrs: readonly string[]; readonly last: boolean } | undefined>;
  /** Leaves out the lists of revisions up to this one. */
  dropUpTo(groupUuid: string, revision: number): Promise<void>;
}
