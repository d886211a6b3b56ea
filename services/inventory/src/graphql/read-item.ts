import type { Item, ItemOutline } from "../items/item.ts";
import type { FoundItem } from "../search/item-search.ts";

/** An item as it was read: whole, or by a search or a reference with less. */
export type ReadItem = Item | ItemOutline | FoundItem;
