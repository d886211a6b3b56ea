import { faultList } from "@network-access/firewall-rules/field-fault";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { checkItemKey } from "@network-access/firewall-rules/parse-network-object";
import { GraphQLScalarType } from "graphql";
import { type Item, itemIdOf } from "../item.ts";
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
      accountId: ({ key }: Item) => key.accountId,
      region: ({ key }: Item) => key.region,
      type: ({ key }: Item) => key.type,
      id: ({ key }: Item) => key.id,
      item: ({ attributes }: Item) => (attributes === null ? null : JSON.parse(attributes)),
      async connectorId(item: Item, _: unknown, context: InventoryContext) {
        return (await context.registered()).has(item.connectorUuid) ? item.connectorId : null;
      },
      firstSeenAt: ({ firstSeenAt }: Item) => firstSeenAt.toISOString(),
      lastSeenAt: ({ lastSeenAt }: Item) => lastSeenAt.toISOString(),
      lastChangedAt: ({ lastChangedAt }: Item) => lastChangedAt.toISOString(),
      async groups({ memberships }: Item, _: unknown, context: InventoryContext) {
        need(context, "group:view");
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
