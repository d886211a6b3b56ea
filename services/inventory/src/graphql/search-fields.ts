import type { ItemSearch } from "../search/item-search.ts";
import type { SearchArguments, searchItems } from "../search/search-items.ts";
import { failed, need } from "./refuse.ts";
import type { Resolvers } from "./resolver-types.generated.ts";

/** The operations that the fields of searches call. */
export interface SearchOperations {
  readonly searchItems: (asked: SearchArguments) => ReturnType<typeof searchItems>;
  readonly countTypes: ItemSearch["countTypes"];
}

/** The fields of searches. item-fields.ts resolves the items that were found. */
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
