import type { Item } from "../items/item.ts";
import type { SortField } from "./query-fields.ts";

/** An item as stored in the index, without raw attributes, groups and revision. */
export type FoundItem = Omit<Item, "attributes" | "memberships" | "rev">;

/** One sort field. Items without the field come last, whether the order is ascending or descending. */
export interface Sorting {
  readonly field: SortField;
  readonly descending: boolean;
}

/**
 * A request for one page of search results. `query` has been checked and rewritten by guard-query.ts. If it is null,
 * every item matches.
 */
export interface ItemQuestion {
  readonly query: string | null;
  /**
   * The fields by which the items are sorted. Items with equal values in these fields are sorted by key. If the list is
   * empty, all items are sorted by key.
   */
  readonly sort: readonly Sorting[];
  readonly from: number;
  readonly size: number;
}

export type ItemAnswer =
  /** `total` is at most 10,000, even if there are more matches. */
  | { readonly ok: true; readonly total: number; readonly items: readonly FoundItem[] }
  /**
   * OpenSearch refuses the query. `column` is the position of the error in the query, counted from 0, or null if the
   * position is unknown.
   */
  | { readonly ok: false; readonly kind: "refused"; readonly problem: string; readonly column: number | null }
  | { readonly ok: false; readonly kind: "late" };

/** One type of items, with its most frequent name. */
export interface ItemType {
  readonly type: string;
  readonly typeName: string | null;
  readonly count: number;
}

/**
 * Searches the index of items for users. Calls throw while the index is unavailable. `countTypes` also throws if it
 * takes too long.
 */
export interface ItemSearch {
  search(question: ItemQuestion): Promise<ItemAnswer>;
  /**
   * Returns the types of all items, sorted by `type`. If there are more than 10,000 types, returns the 10,000 most
   * frequent ones.
   */
  countTypes(): Promise<readonly ItemType[]>;
}
