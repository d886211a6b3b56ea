import type { OpenItem } from "./membership-store.ts";

/** One page of an iteration over all items. */
interface WalkedItems {
  readonly items: readonly OpenItem[];
  /** Where the next page starts; undefined at the end. */
  readonly next: string | undefined;
}

/** Port: an iteration over all stored items. Calls throw while the database is unavailable. */
export interface ItemWalk {
  /**
   * Gives the items after this id, in the order of their ids. Without `seenSince`, tombstones are included. With
   * `seenSince`, it gives only items that were seen since then and that are neither removed nor rejected by the index.
   */
  read(after: string, limit: number, seenSince?: Date): Promise<WalkedItems>;
}
