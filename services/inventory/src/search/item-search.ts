import type { Item } from "../items/item.ts";
import type { SortField } from "./query-fields.ts";

/** An item as stored in the index, without attributes and groups. */
export type FoundItem = Omit<Item, "attributes" | "memberships" | "rev">;

/** One sort field; items without the field come last in both directions. */
export interface Sorting {
  readonly field: SortField;
  readonly descending: boolean;
}

/** A page of search results. `query` is the result of guard-query.ts; null means every item. */
export interface ItemQuestion {
  readonly query: string | null;
  /** Ties, and everything when empty, are in the order of the item keys. */
  readonly sort: readonly Sorting[];
  readonly from: number;
  readonly size: number;
}

export type ItemAnswer =
  | { readonly ok: true /** At most 10,000. */; readonly total: number; readonly items: readonly FoundItem[] }
  /** OpenSearch can't parse the query; `column`, from 0, where it reports one. */
  | { readonly ok: false; readonly kind: "refused"; readonly problem: string; readonly column: number | null }
  | { readonly ok: false; readonly kind: "late" };

/** One type of items, with its most frequent name. */
export interface ItemType {
  readonly type: string;
  readonly typeName: string | null;
  readonly count: number;
}

/** Port: searches of users. Calls throw while the index is unavailable, and `countTypes` also when it takes too long. */
export interface ItemSearch {
  search(question: ItemQuestion): Promise<ItemAnswer>;
  /** All types, sorted; of more than 10,000 the most frequent. */
  countTypes(): Promise<readonly ItemType[]>;
}
