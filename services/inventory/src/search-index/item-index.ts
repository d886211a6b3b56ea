import type { GroupFilter } from "../items/group-filter.ts";
import type { OpenItem } from "../items/membership-store.ts";

/** What the index says of one item. */
export interface IndexedItem {
  readonly itemId: string;
  /** The revision of the record it was written from. */
  readonly rev: number;
  readonly ips: readonly string[];
}

/** Port: the index of items. Calls throw while it is away. */
export interface ItemIndex {
  /** Makes sure there is one; when it had to be made, `refill` runs before anybody can use it. */
  prepare(refill: () => Promise<void>): Promise<void>;
  /** Writes items, and takes out those that were removed; what is there in the same or a newer revision stays. Answers why an item can never be taken, by its id. */
  write(items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>>;
  /** Writes items again in the revision they have, as only the time they were last seen is another. */
  rewrite(items: readonly OpenItem[]): Promise<void>;
  /** From now on `search` finds everything written before. */
  refresh(): Promise<void>;
  /** How many items each registration owns, about a second ago; those without any are left out. */
  countByConnector(): Promise<ReadonlyMap<string, number>>;
  /** The items that a filter selects, page by page. */
  search(filter: GroupFilter): AsyncIterable<readonly IndexedItem[]>;
}
