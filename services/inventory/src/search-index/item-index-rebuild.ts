import type { OpenItem } from "../items/membership-store.ts";

/** Port: a new index of items, built while another one is searched. Calls throw while the search engine is unavailable. */
export interface ItemIndexRebuild {
  /** Creates an empty index and deletes what an earlier rebuild left; from now on every projection writes to it, too. */
  begin(): Promise<string>;
  /** Writes items; the same or a newer revision stays. Returns the reasons for permanently rejected items, by id. */
  write(index: string, items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>>;
  /** The items that it lacks, or has in an older revision only. */
  missing(index: string, items: readonly OpenItem[]): Promise<readonly OpenItem[]>;
  /** The number of its items. */
  count(index: string): Promise<number>;
  /** Atomically moves searches to it and deletes every other index of items; returns the names of those. */
  swap(index: string): Promise<readonly string[]>;
  /** Deletes the index of group filters when another release created it: the service creates it again from the database. */
  renewFilters(): Promise<boolean>;
}
