import type { OpenItem } from "./membership-store.ts";

/** One page of an iteration over all items. */
interface WalkedItems {
  readonly items: readonly OpenItem[];
  /** The `after` of the next page, or undefined after the last page. */
  readonly next: string | undefined;
}

/** An iteration over all stored items. Calls throw while the database is unavailable. */
export interface ItemWalk {
  /**
   * Returns the items after the id `after`, in the order of their ids. Without `seenSince`, tombstones are included.
   * With `seenSince`, an item is returned only if it was seen since then, was not removed and is not rejected by the
   * index.
   */
  read(after: string, limit: number, seenSince?: Date): Promise<WalkedItems>;
}
