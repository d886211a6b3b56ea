import type { Item, ItemOutline } from "../items/item.ts";
import type { FoundItem } from "../search/item-search.ts";

/**
 * An item as resolvers receive it. An `ItemOutline` has no raw attributes. A `FoundItem` is a search result and has
 * neither raw attributes nor groups.
 */
export type ReadItem = Item | ItemOutline | FoundItem;
