import type { Item } from "../items/item.ts";
import type { SortField } from "./query-fields.ts";

/** An item as the index knows it: all but its attributes and its groups. */
export type FoundItem = Omit<Item, "attributes" | "memberships" | "rev">;

/** One step of an order; items without the field come last either way. */
export interface Sorting {
  readonly field: SortField;
  readonly descending: boolean;
}

/** A page asked of the index. `query` went through guard-query.ts; null asks for every item. */
export interface ItemQuestion {
  readonly query: string | null;
  /** What stays equal, and everything where nothing is given, is in the order of the item keys. */
  readonly sort: readonly Sorting[];
  readonly from: number;
  readonly size: number;
}

export type ItemAnswer =
  | { readonly ok: true /** At most 10,000. */; readonly total: number; readonly items: readonly FoundItem[] }
  /** The engine can't read the query; `column`, from 0, where it says so. */
  | { readonly ok: false; readonly kind: "refused"; readonly problem: string; readonly column: number | null }
  | { readonly ok: false; readonly kind: "late" };

/** One type of items, with the name most of its items give it. */
export interface ItemType {
  readonly type: string;
  readonly typeName: string | null;
  readonly count: number;
}

/** Port: the index as a person asks it. Calls throw while it is away, and `countTypes` also when it takes too long. */
export interface ItemSearch {
  search(question: ItemQuestion): Promise<ItemAnswer>;
  /** The types there are, in their own order; of more than 10,000 the most frequent. */
  countTypes(): Promise<readonly ItemType[]>;
}
