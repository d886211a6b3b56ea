import type { Item } from "../items/item.ts";
import type { SortField } from "./query-fields.ts";

/** An item as stored in the index, without attributes and groups. */
export type FoundItem = Omit<Item, "attributes" | "memberships" | "rev">;

/** One sort field. Items without the field come last, whether the order is ascending or descending. */
export interface Sorting {
  readonly field: SortField;
  readonly descending: boolean;
}

/**
 * A request for one page of search results. `query` is the result of guard-query.ts. A null `query` finds every item.
 */
export interface ItemQuestion {
  readonly query: string | null;
  /**
   * The fields by which the items are sorted. Items whose values in these fields are equal are in the order of their
   * keys. If the list is empty, all items are in the order of their keys.
   */
  readonly sort: readonly Sorting[];
  readonly from: number;
  readonly size: number;
}

export type ItemAnswer =
  /** `total` is at most 10,000, even if there are more matches. */
  | { readonly ok: true; readonly total: number; readonly items: readonly FoundItem[] }
  /** OpenSearch can't parse the query. `column`, counted from 0, is null if the position is unknown. */
  | { readonly ok: false; readonly kind: "refused"; readonly problem: string; readonly column: number | null }
  | { readonly ok: false; readonly kind: "late" };

/** One type of items, with its most frequent name. */
export interface ItemType {
  readonly type: string;
  readonly typeName: string | null;
  readonly count: number;
}

/**
 * The searches of users in the index of items. Calls throw while the index is unavailable. `countTypes` also throws if
 * it takes too long.
 */
export interface ItemSearch {
  search(question: ItemQuestion): Promise<ItemAnswer>;
  /** Returns the types, sorted by `type`. If there are more than 10,000, returns only the most frequent ones. */
  countTypes(): Promise<readonly ItemType[]>;
}
