import type { ItemSearch } from "../search/item-search.ts";
import type { SearchArguments, searchItems } from "../search/search-items.ts";
import { failed, need } from "./refuse.ts";
import type { Resolvers } from "./resolver-types.generated.ts";

/** The operations that the fields of searches call. */
export interface SearchOperations {
  readonly searchItems: (asked: SearchArguments) => ReturnType<typeof searchItems>;
  readonly countTypes: ItemSearch["countTypes"];
}

/**
 * Returns the resolvers of the queries that search items and list item types. The fields of found items are resolved in
 * item-fields.ts.
 */
export function searchFields(operations: SearchOperations) {
  return {
    Query: {
      async inventoryItemsSearch(_, asked, context) {
        need(context, "inventory:view");
        const { query = null, sort = null, from = null, size = null } = asked;
        const result = await operations.searchItems({ query, sort, from, size });
        if (!result.ok) throw failed(result.failure);
        return result.page;
      },
      inventoryTypeNames(_, __, context) {
        need(context, "inventory:view");
        return operations.countTypes();
      },
    },
  } satisfies Resolvers;
}
