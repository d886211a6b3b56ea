import { fieldErrors } from "@network-access/firewall-rules/field-error";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { checkItemKey } from "@network-access/firewall-rules/parse-network-object";
import { parseExactJson } from "@network-access/service-runtime/exact-json";
import { parsedBytesOf } from "@network-access/service-runtime/json-shape";
import { takeMemory } from "@network-access/service-runtime/request-context";
import { GraphQLScalarType } from "graphql";
import { type Item, type ItemOutline, itemIdOf } from "../items/item.ts";
import { readMembership } from "../items/membership.ts";
import type { FoundItem } from "../search/item-search.ts";
import type { InventoryContext } from "./context.ts";
import { failed, need } from "./refuse.ts";
import type { Resolvers } from "./resolver-types.generated.ts";

/**
 * Returns the resolvers of items. Search results contain no attributes and no groups, and items that were resolved from
 * references contain no attributes. If an operation selects one of these fields, the field is read in batches.
 */
export function itemFields() {
  return {
    Query: {
      async inventoryItem(_, key, context) {
        need(context, "inventory:view");
        const errors = fieldErrors();
        checkItemKey(errors, "", key);
        const fields = errors.all().map(({ path, message }) => ({ path: path.replace(/^\./, ""), message }));
        if (fields.length > 0) throw failed({ kind: "invalid-input", fields });
        const item = await context.itemById.load(itemIdOf(key));
        if (!item) throw failed({ kind: "not-found", message: "there is no item with this key" });
        return item;
      },
    },
    InventoryItem: {
      async __resolveReference(key: ItemKey, context) {
        need(context, "inventory:view");
        return (await context.outlineById.load(itemIdOf(key))) ?? null;
      },
      accountId: ({ key }: FoundItem) => key.accountId,
      region: ({ key }: FoundItem) => key.region,
      type: ({ key }: FoundItem) => key.type,
      id: ({ key }: FoundItem) => key.id,
      async item(found: Item | ItemOutline | FoundItem, _, { itemById }: InventoryContext) {
        const attributes = ("attributes" in found ? found : await itemById.load(found.itemId))?.attributes ?? null;
        if (attributes === null) return null;
        takeMemory(parsedBytesOf(attributes) + attributes.length);
        return parseExactJson(attributes);
      },
      async connectorId({ connectorId, connectorUuid }: FoundItem, _, context) {
        return connectorId !== null && (await context.registered.load(connectorUuid)) ? connectorId : null;
      },
      firstSeenAt: ({ firstSeenAt }: FoundItem) => firstSeenAt.toISOString(),
      lastSeenAt: ({ lastSeenAt }: FoundItem) => lastSeenAt.toISOString(),
      lastChangedAt: ({ lastChangedAt }: FoundItem) => lastChangedAt.toISOString(),
      async groups(item: ItemOutline | FoundItem, _, context) {
        need(context, "group:view");
        const memberships =
          ("memberships" in item ? item : await context.outlineById.load(item.itemId))?.memberships ?? [];
        const found = await Promise.all(
          memberships.map(readMembership).map(async ({ groupUuid, filterRevision }) => {
            const group = await context.groupByUuid.load(groupUuid);
            return group?.filterRevision === filterRevision ? group : undefined;
          }),
        );
        return found.filter((group) => group !== undefined).sort((a, b) => (a.id < b.id ? -1 : 1));
      },
    },
    JSON: new GraphQLScalarType({ name: "JSON", description: "Any JSON value.", serialize: (value) => value }),
  } satisfies Resolvers;
}
