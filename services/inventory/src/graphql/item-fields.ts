import { faultList } from "@network-access/firewall-rules/field-fault";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { checkItemKey } from "@network-access/firewall-rules/parse-network-object";
import { GraphQLScalarType } from "graphql";
import { type Item, itemIdOf } from "../item.ts";
import type { FoundItem } from "../item-search.ts";
import { readMembership } from "../membership.ts";
import type { InventoryContext } from "./context.ts";
import { failed, need } from "./refuse.ts";

/** Fields of items. */
export function itemFields() {
  return {
    Query: {
      async inventoryItem(_: unknown, key: ItemKey, context: InventoryContext) {
        need(context, "inventory:view");
        const faults = faultList();
        checkItemKey(faults, "", key);
        const fields = faults.all().map(({ path, message }) => ({ path: path.replace(/^\./, ""), message }));
        if (fields.length > 0) throw failed({ kind: "invalid-input", fields });
        const item = await context.itemById.load(itemIdOf(key));
        if (!item) throw failed({ kind: "not-found", message: "there is no item with this key" });
        return item;
      },
    },
    InventoryItem: {
      async __resolveReference(key: ItemKey, context: InventoryContext) {
        need(context, "inventory:view");
        return (await context.itemById.load(itemIdOf(key))) ?? null;
      },
      accountId: ({ key }: FoundItem) => key.accountId,
      region: ({ key }: FoundItem) => key.region,
      type: ({ key }: FoundItem) => key.type,
      id: ({ key }: FoundItem) => key.id,
      async item(found: Item | FoundItem, _: unknown, context: InventoryContext) {
        const attributes = (await wholeItem(found, context))?.attributes ?? null;
        return attributes === null ? null : JSON.parse(attributes);
      },
      async connectorId(item: FoundItem, _: unknown, context: InventoryContext) {
        return (await context.registered()).has(item.connectorUuid) ? item.connectorId : null;
      },
      firstSeenAt: ({ firstSeenAt }: FoundItem) => firstSeenAt.toISOString(),
      lastSeenAt: ({ lastSeenAt }: FoundItem) => lastSeenAt.toISOString(),
      lastChangedAt: ({ lastChangedAt }: FoundItem) => lastChangedAt.toISOString(),
      async groups(item: Item | FoundItem, _: unknown, context: InventoryContext) {
        need(context, "group:view");
        const memberships = (await wholeItem(item, context))?.memberships ?? [];
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
  };
}

/** What a search found lacks attributes and groups; they are read from the record together, and not at all when nobody asks. */
async function wholeItem(item: Item | FoundItem, { itemById }: InventoryContext): Promise<Item | undefined> {
  return "attributes" in item ? item : itemById.load(item.itemId);
}
