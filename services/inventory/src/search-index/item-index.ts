import type { GroupFilter } from "../items/group-filter.ts";
import type { OpenItem } from "../items/membership-store.ts";

/** One item as the index returns it. */
export interface IndexedItem {
  readonly itemId: string;
  /** The revision of the stored item from which this entry was written. */
  readonly rev: number;
  readonly ips: readonly string[];
}

/** The index of items. Calls throw while it is unavailable. */
export interface ItemIndex {
  /** If the index is missing, creates it and calls `refill`. The index can be used after `refill` has resolved. */
  prepare(refill: () => Promise<void>): Promise<void>;
  /**
   * Writes items, and deletes removed items from the index. If the index has the same or a newer revision of an item,
   * that revision stays. Returns a map from the id of each permanently rejected item to the reason.
   */
  write(items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Writes items whose last-seen time has changed, but whose revision has not. If the index has a newer revision of an
   * item, that revision stays.
   */
  rewrite(items: readonly OpenItem[]): Promise<void>;
  /** Makes every earlier write visible to `search`. */
  refresh(): Promise<void>;
  /**
   * Returns the number of items of each connector registration, by the UUID of the registration. The numbers may be
   * about a second old. A registration without items has no entry.
   */
  countByConnector(): Promise<ReadonlyMap<string, number>>;
  /** Yields the items that a filter selects, page by page. */
  search(filter: GroupFilter): AsyncIterable<readonly IndexedItem[]>;
}
