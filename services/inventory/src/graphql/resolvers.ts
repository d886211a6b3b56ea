import type { CompleteResolvers } from "@network-access/service-runtime/complete-resolvers";
import { type ConnectorOperations, connectorFields } from "./connector-fields.ts";
import { type FeedOperations, feedFields } from "./feed-fields.ts";
import { type GroupOperations, groupFields } from "./group-fields.ts";
import { itemFields } from "./item-fields.ts";
import type { Resolvers, ResolversParentTypes } from "./resolver-types.generated.ts";
import { type SearchOperations, searchFields } from "./search-fields.ts";

/** Returns the resolvers of all fields of this service. */
export function createResolvers(
  operations: GroupOperations & ConnectorOperations & FeedOperations & SearchOperations,
): CompleteResolvers<Resolvers, ResolversParentTypes> {
  const items = itemFields();
  const search = searchFields(operations);
  const groups = groupFields(operations);
  const connectors = connectorFields(operations);
  const feeds = feedFields(operations);
  return {
    ...items,
    ...groups,
    ...connectors,
    ...feeds,
    Query: { ...items.Query, ...search.Query, ...groups.Query, ...connectors.Query },
    Mutation: { ...groups.Mutation, ...connectors.Mutation, ...feeds.Mutation },
    Group: { ...groups.Group, ...feeds.Group },
  };
}
