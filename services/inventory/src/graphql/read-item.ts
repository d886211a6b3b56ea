import type { Item, ItemOutline } from "../items/item.ts";
import type { FoundItem } from "../search/item-search.ts";

/** An item as it was read. It is whole, or has less because it came from a search or a reference. */
export type ReadItem = Item | ItemOutline | FoundItem;
