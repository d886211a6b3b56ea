import type { Caller } from "@network-access/access/caller";
import type { Permission } from "@network-access/access/permissions";
import type { ChangeRequestInput } from "@network-access/firewall-rules/parse-change-request";
import { generalFailures } from "@network-access/service-runtime/failure";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import type { Resolvers } from "@network-access/service-runtime/subgraph";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { canExist, deleteChangeRequest } from "../requests/delete-change-request.ts";
import { listChangeRequests } from "../requests/list-change-requests.ts";
import { type SaveNeeds, saveChangeRequest } from "../requests/save-change-request.ts";
import { changeRequestFields } from "./change-request-fields.ts";

interface Context {
  readonly caller: Caller;
}
type Optional<T> = T | null | undefined;

const errorOf = presentFailure(generalFailures);

/** Every field that needs more than its member: the permission first, then one call of an operation. */
export function createResolvers(needs: SaveNeeds & { readonly store: ChangeRequestStore }): Resolvers<Context> {
  async function find(id: string, { caller }: Context) {
    demand(caller, "change-request:view");
    return canExist(id) ? needs.store.get(id) : undefined;
  }

  return {
    Query: {
      changeRequest: (_: unknown, { id }: { id: string }, context: Context) => find(id, context),
      async changeRequests(_: unknown, { nextPageKey, limit }: PageArguments, { caller }: Context) {
        demand(caller, "change-request:view");
        const page = await listChangeRequests(needs, nextPageKey ?? undefined, limit ?? undefined);
        if (!page.ok) throw errorOf(page.failure);
        return { items: page.items, pageInfo: { nextPageKey: page.nextPageKey } };
      },
    },
    Mutation: {
      async saveChangeRequest(_: unknown, { input, expectedRevision }: SaveArguments, { caller }: Context) {
        demand(caller, "change-request:edit");
        const saved = await saveChangeRequest(needs, caller, input, expectedRevision ?? undefined);
        if (!saved.ok) throw errorOf(saved.failure);
        return saved.changeRequest;
      },
      async deleteChangeRequest(_: unknown, { id }: { id: string }, { caller }: Context) {
        demand(caller, "change-request:edit");
        const deleted = await deleteChangeRequest(needs, id);
        if (!deleted.ok) throw errorOf(deleted.failure);
        return deleted.id;
      },
    },
    ...changeRequestFields,
    ChangeRequest: {
      ...changeRequestFields.ChangeRequest,
      __resolveReference: ({ id }: { id: string }, context: Context) => find(id, context),
    },
  };
}

interface PageArguments {
  readonly nextPageKey?: Optional<string>;
  readonly limit?: Optional<number>;
}
interface SaveArguments {
  readonly input: ChangeRequestInput;
  readonly expectedRevision?: Optional<number>;
}

function demand(caller: Caller, permission: Permission): void {
  if (!caller.may(permission)) throw errorOf({ kind: "forbidden", permission });
}
