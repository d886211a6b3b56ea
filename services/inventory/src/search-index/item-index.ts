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
  /** Creates the index if it is missing. `refill` runs before the index can be used. */
  prepare(refill: () => Promise<void>): Promise<void>;
  /**
   * Writes items and deletes removed items. If the index has the same or a newer revision of an item, that revision
   * stays. Returns the reason for each permanently rejected item, by its id.
   */
  write(items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>>;
  /** Writes items again in the same revision, because only their last-seen time has changed. */
  rewrite(items: readonly OpenItem[]): Promise<void>;
  /** Makes every earlier write visible to `search`. */
  refresh(): Promise<void>;
  /**
   * Returns the number of items that each registration owns. The numbers may be about a second old. Registrations
   * without items have no entry.
   */
  countByConnector(): Promise<ReadonlyMap<string, number>>;
  /** Yields the items that a filter selects, page by page. */
  search(filter: GroupFilter): AsyncIterable<readonly IndexedItem[]>;
}
