import type { GroupFilter, Selectable } from "../items/group-filter.ts";

/** The maximum number of groups. It is limited because one query to the index covers all groups. */
export const MOST_GROUPS = 10_000;

/** A filter as stored in the index of groups. */
export interface IndexedFilter {
  readonly groupUuid: string;
  readonly revision: number;
  readonly filter: GroupFilter;
}

/** An index that finds groups for items. Calls throw while it is unavailable. */
export interface GroupIndex {
  /** Creates the index if it is missing. `filters` are written before the index can be used. */
  prepare(filters: () => AsyncIterable<readonly IndexedFilter[]>): Promise<void>;
  /** Checks that the search engine accepts the filter. Returns the error message if it doesn't. Writes nothing. */
  check(filter: GroupFilter): Promise<string | undefined>;
  /**
   * Writes a filter. Every later call of `ask` uses the filter. If a newer revision is stored, the newer revision
   * stays.
   */
  put(filter: IndexedFilter): Promise<void>;
  remove(groupUuid: string, revision: number): Promise<void>;
  /**
   * Returns, for each item, all filters that select it, and possibly other filters. At most 1,000 items may be given.
   */
  ask(items: readonly Selectable[]): Promise<readonly (readonly IndexedFilter[])[]>;
}
