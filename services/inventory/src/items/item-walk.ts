import type { OpenItem } from "./membership-store.ts";

/** One page of an iteration over all items. */
interface WalkedItems {
  readonly items: readonly OpenItem[];
  /** The value of `after` that returns the next page, or undefined after the last page. */
  readonly next: string | undefined;
}

/** Reads all stored items page by page. Calls throw while the database is unavailable. */
export interface ItemWalk {
  /**
   * Returns at most `limit` items with ids greater than `after`, sorted by id. Without `seenSince`, tombstones are
   * included. With `seenSince`, returns only items that were seen since this time, were not removed, and were not
   * rejected by the index.
   */
  read(after: string, limit: number, seenSince?: Date): Promise<WalkedItems>;
}
