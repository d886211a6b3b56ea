import type { Permission } from "@network-access/access/permissions";
import { faultList } from "@network-access/firewall-rules/field-fault";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { checkItemKey } from "@network-access/firewall-rules/parse-network-object";
import { type Failure, generalFailures } from "@network-access/service-runtime/failure";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import type { Resolvers } from "@network-access/service-runtime/subgraph";
import { GraphQLScalarType } from "graphql";
import type { Connector, ConnectorStore } from "../connector-store.ts";
import type { deleteGroup } from "../delete-group.ts";
import { type Group, isReady } from "../group.ts";
import { type Item, itemIdOf } from "../item.ts";
import type { listGroups } from "../list-groups.ts";
import { readMembership } from "../membership.ts";
import type { GroupInput } from "../parse-group.ts";
import type { readGroupAddresses } from "../read-group-addresses.ts";
import type { ConnectorInput, registerConnector } from "../register-connector.ts";
import type { saveGroup } from "../save-group.ts";
import type { InventoryContext } from "./context.ts";

type Page = { readonly nextPageKey: string | null; readonly limit: number | null };
type PageArguments = { readonly nextPageKey?: string | null; readonly limit?: number | null };

/** What the fields of this service call. */
export interface Operations {
  readonly listGroups: (page: Page) => ReturnType<typeof listGroups>;
  readonly readGroupAddresses: (group: Group, page: Page) => ReturnType<typeof readGroupAddresses>;
  readonly saveGroup: (
    input: GroupInput,
    how: { readonly expectedRevision: number | null; readonly by: string },
  ) => ReturnType<typeof saveGroup>;
  readonly deleteGroup: (id: string, by: string, force: boolean) => ReturnType<typeof deleteGroup>;
  readonly registerConnector: (input: ConnectorInput, by: string) => ReturnType<typeof registerConnector>;
  readonly connectors: Pick<ConnectorStore, "list" | "remove">;
}

const failed = presentFailure<Failure>(generalFailures);

function need({ caller }: InventoryContext, permission: Permission): void {
  if (!caller.may(permission)) throw failed({ kind: "forbidden", permission });
}

export function createResolvers(operations: Operations): Resolvers<InventoryContext> {
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
      group(_: unknown, { id }: { readonly id: string }, context: InventoryContext) {
        need(context, "group:view");
        return context.groupById.load(id);
      },
      async groups(_: unknown, page: PageArguments, context: InventoryContext) {
        need(context, "group:view");
        const result = await operations.listGroups(pageOf(page));
        if (!result.ok) throw failed(result.failure);
        return { items: result.groups, pageInfo: { nextPageKey: result.nextPageKey } };
      },
      connectors(_: unknown, __: unknown, context: InventoryContext) {
        need(context, "connector:manage");
        return operations.connectors.list();
      },
    },
    Mutation: {
      async saveGroup(
        _: unknown,
        { input, expectedRevision }: { readonly input: GroupInput; readonly expectedRevision?: number | null },
        context: InventoryContext,
      ) {
        need(context, "group:edit");
        const by = context.caller.name;
        const result = await operations.saveGroup(input, { expectedRevision: expectedRevision ?? null, by });
        if (!result.ok) throw failed(result.failure);
        return result.group;
      },
      async deleteGroup(
        _: unknown,
        { id, force }: { readonly id: string; readonly force?: boolean | null },
        context: InventoryContext,
      ) {
        need(context, "group:edit");
        const result = await operations.deleteGroup(id, context.caller.name, force ?? false);
        if (!result.ok) throw failed(result.failure);
        return id;
      },
      async registerConnector(_: unknown, { input }: { readonly input: ConnectorInput }, context: InventoryContext) {
        need(context, "connector:manage");
        const result = await operations.registerConnector(input, context.caller.name);
        if (!result.ok) throw failed(result.failure);
        const { connector, secret } = result;
        return { connector, secret };
      },
      async removeConnector(_: unknown, { id }: { readonly id: string }, context: InventoryContext) {
        need(context, "connector:manage");
        if (await operations.connectors.remove(id)) return id;
        throw failed({ kind: "not-found", message: `there is no connector "${id}"` });
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
    Group: {
      async __resolveReference({ id }: { readonly id: string }, context: InventoryContext) {
        need(context, "group:view");
        return (await context.groupById.load(id)) ?? null;
      },
      memberCount: ({ members }: Group) => members?.memberCount ?? 0,
      addressCount: ({ members }: Group) => members?.addressCount ?? 0,
      async addresses(group: Group, page: PageArguments) {
        const result = await operations.readGroupAddresses(group, pageOf(page));
        if (!result.ok) throw failed(result.failure);
        const { items, nextPageKey } = result.page;
        return { items, pageInfo: { nextPageKey } };
      },
      membersUpdatedAt: (group: Group) => (isReady(group) ? group.members.updatedAt.toISOString() : null),
      createdAt: ({ createdAt }: Group) => createdAt.toISOString(),
      updatedAt: ({ updatedAt }: Group) => updatedAt.toISOString(),
    },
    Connector: {
      registeredAt: ({ registeredAt }: Connector) => registeredAt.toISOString(),
      lastUploadAt: ({ lastUploadAt }: Connector) => lastUploadAt?.toISOString() ?? null,
      async itemCount({ uuid }: Connector, _: unknown, context: InventoryContext) {
        return (await context.itemCounts()).get(uuid) ?? 0;
      },
    },
    JSON: new GraphQLScalarType({ name: "JSON", description: "Any JSON value.", serialize: (value) => value }),
  };
}

function pageOf({ nextPageKey = null, limit = null }: PageArguments): Page {
  return { nextPageKey, limit };
}
