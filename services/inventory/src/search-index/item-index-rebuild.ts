import type { OpenItem } from "../items/membership-store.ts";

/**
 * A new index of items that is built while searches use another index. Calls throw while the search engine is
 * unavailable.
 */
export interface ItemIndexRebuild {
  /**
   * Creates an empty index and returns its name. Deletes the indexes that an earlier rebuild left behind. After this
   * call, every projection also writes to the new index.
   */
  begin(): Promise<string>;
  /**
   * Writes items. If the index has the same or a newer revision of an item, that revision stays. Returns a map from the
   * id of each permanently rejected item to the reason.
   */
  write(index: string, items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the items that the index lacks, or has only in an older revision. */
  missing(index: string, items: readonly OpenItem[]): Promise<readonly OpenItem[]>;
  /** Returns the number of items in the index. */
  count(index: string): Promise<number>;
  /**
   * Atomically directs searches to the new index `index` and deletes the previous indexes of items. Returns the names
   * of the deleted indexes.
   */
  swap(index: string): Promise<readonly string[]>;
  /**
   * Deletes the index of group filters if another release created it with a different definition. Returns true if the
   * index was deleted. The service then creates the index again from the database.
   */
  renewFilters(): Promise<boolean>;
}
