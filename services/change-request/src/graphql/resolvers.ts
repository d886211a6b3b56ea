import type { Caller } from "@network-access/access/caller";
import type { Permission } from "@network-access/access/permissions";
import type { CompleteResolvers } from "@network-access/service-runtime/complete-resolvers";
import { generalFailures } from "@network-access/service-runtime/failure";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { canExist, deleteChangeRequest } from "../requests/delete-change-request.ts";
import { listChangeRequests } from "../requests/list-change-requests.ts";
import { type SaveNeeds, saveChangeRequest } from "../requests/save-change-request.ts";
import { changeRequestFields } from "./change-request-fields.ts";
import type { ChangeRequestContext } from "./context.ts";
import type { Resolvers, ResolversParentTypes } from "./resolver-types.generated.ts";

const errorOf = presentFailure(generalFailures);

/**
 * Creates the resolvers that do more than read a member. Each one checks the permission and then calls one operation.
 */
export function createResolvers(
  needs: SaveNeeds & { readonly store: ChangeRequestStore },
): CompleteResolvers<Resolvers, ResolversParentTypes> {
  async function find(id: string, { caller }: ChangeRequestContext) {
    demand(caller, "change-request:view");
    return canExist(id) ? needs.store.get(id) : undefined;
  }

  return {
    Query: {
      changeRequest: (_, { id }, context) => find(id, context),
      async changeRequests(_, given, { caller }) {
        demand(caller, "change-request:view");
        const page = await listChangeRequests(needs, given);
        if (!page.ok) throw errorOf(page.failure);
        return { items: page.items, pageInfo: { nextPageKey: page.nextPageKey } };
      },
    },
    Mutation: {
      async saveChangeRequest(_, { input, expectedRevision }, { caller }) {
        demand(caller, "change-request:edit");
        const saved = await saveChangeRequest(needs, caller, input, expectedRevision ?? undefined);
        if (!saved.ok) throw errorOf(saved.failure);
        return saved.changeRequest;
      },
      async deleteChangeRequest(_, { id }, { caller }) {
        demand(caller, "change-request:edit");
        const deleted = await deleteChangeRequest(needs, id);
        if (!deleted.ok) throw errorOf(deleted.failure);
        return deleted.id;
      },
    },
    ...changeRequestFields,
    ChangeRequest: {
      ...changeRequestFields.ChangeRequest,
      __resolveReference: ({ id }, context) => find(id, context),
    },
  };
}

function demand(caller: Caller, permission: Permission): void {
  if (!caller.may(permission)) throw errorOf({ kind: "forbidden", permission });
}
