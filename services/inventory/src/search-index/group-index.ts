import type { GroupFilter, Selectable } from "../items/group-filter.ts";

/** The maximum number of groups. It is limited because each query to the index searches the filters of all groups. */
export const MOST_GROUPS = 10_000;

/** A filter as stored in the index of groups. */
export interface IndexedFilter {
  readonly groupUuid: string;
  readonly revision: number;
  readonly filter: GroupFilter;
}

/**
 * The index of group filters. It finds the groups to which an item may belong. Calls throw while the index is
 * unavailable.
 */
export interface GroupIndex {
  /**
   * If the index is missing, creates it and writes `filters` to it. The index can be used only after all filters are
   * written.
   */
  prepare(filters: () => AsyncIterable<readonly IndexedFilter[]>): Promise<void>;
  /** Checks that the search engine accepts the filter. Returns the error message if it doesn't. Writes nothing. */
  check(filter: GroupFilter): Promise<string | undefined>;
  /** Writes a filter, unless the index has a newer revision of it. Every later call of `ask` uses the filter. */
  put(filter: IndexedFilter): Promise<void>;
  remove(groupUuid: string, revision: number): Promise<void>;
  /**
   * Returns, for each item, the filters that may select it. Every filter that selects the item is among them, but not
   * every returned filter selects the item. Accepts at most 1,000 items.
   */
  ask(items: readonly Selectable[]): Promise<readonly (readonly IndexedFilter[])[]>;
}
