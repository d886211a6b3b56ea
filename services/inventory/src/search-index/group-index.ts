import type { GroupFilter, Selectable } from "../items/group-filter.ts";

/** Maximum number of groups. It is bounded because one query to the index covers all of them. */
export const MOST_GROUPS = 10_000;

/** A filter as stored in the index of groups. */
export interface IndexedFilter {
  readonly groupUuid: string;
  readonly revision: number;
  readonly filter: GroupFilter;
}

/** Port: an index that finds groups for items. Calls throw while it is unavailable. */
export interface GroupIndex {
  /** Creates the index if it is missing. `filters` are written before it can be used. */
  prepare(filters: () => AsyncIterable<readonly IndexedFilter[]>): Promise<void>;
  /** Checks that the search engine accepts the filter. Returns the error message if it doesn't. Writes nothing. */
  check(filter: GroupFilter): Promise<string | undefined>;
  /** Writes a filter. Every later call of `ask` uses it. If a newer revision is stored, that stays. */
  put(filter: IndexedFilter): Promise<void>;
  remove(groupUuid: string, revision: number): Promise<void>;
  /** Gives, for each item, all filters that select it and possibly others. At most 1,000 items may be given. */
  ask(items: readonly Selectable[]): Promise<readonly (readonly IndexedFilter[])[]>;
}
