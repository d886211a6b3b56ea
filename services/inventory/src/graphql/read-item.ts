import type { Item, ItemOutline } from "../items/item.ts";
import type { FoundItem } from "../search/item-search.ts";

/** An item as it was read. A search result or a reference has fewer fields than a whole item. */
export type ReadItem = Item | ItemOutline | FoundItem;
