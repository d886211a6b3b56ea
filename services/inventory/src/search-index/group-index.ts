import type { GroupFilter, Selectable } from "../items/group-filter.ts";

/** Most groups an installation holds: one question to the index is answered for all of them. */
export const MOST_GROUPS = 10_000;

/** A filter as the index of groups holds it. */
export interface IndexedFilter {
  readonly groupUuid: string;
  readonly revision: number;
  readonly filter: GroupFilter;
}

/** Port: an index that is asked with items and answers groups. Calls throw while it is away. */
export interface GroupIndex {
  /** Makes sure there is one; when it had to be made, `filters` are written before anybody can use it. */
  prepare(filters: () => AsyncIterable<readonly IndexedFilter[]>): Promise<void>;
  /** Whether the engine takes the filter: a sentence when it does not. Writes nothing. */
  check(filter: GroupFilter): Promise<string | undefined>;
  /** Written, and used by every question that begins afterwards. What is there in a newer revision stays. */
  put(filter: IndexedFilter): Promise<void>;
  remove(groupUuid: string, revision: number): Promise<void>;
  /** Filters that may select an item, by the item's place: all that do, perhaps others too. At most 1,000 items. */
  ask(items: readonly Selectable[]): Promise<readonly (readonly IndexedFilter[])[]>;
}
