import { canBeId } from "@network-access/firewall-rules/parse-boundary";
import { type ListDeliveriesNeeds, listDeliveries } from "../exports/list-deliveries.ts";
import { type RetryDeliveryNeeds, retryDelivery } from "../exports/retry-delivery.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import { type SaveIntegrationNeeds, saveIntegration } from "../integrations/save-integration.ts";
import { demand, errorOf } from "./evaluator-context.ts";
import type { Resolvers } from "./resolver-types.generated.ts";

/** The dependencies of the fields of integrations. */
export type IntegrationNeeds = SaveIntegrationNeeds &
  ListDeliveriesNeeds &
  RetryDeliveryNeeds & { readonly integrations: Pick<IntegrationStore, "list" | "remove"> };

/**
 * Creates the fields of integrations and deliveries. The resolver of each field checks the permission first and then
 * calls one operation.
 */
export function integrationFields(needs: IntegrationNeeds) {
  return {
    Query: {
      integrations(_, __, context) {
        demand(context, "integration:manage");
        return needs.integrations.list();
      },
      async deliveries(_, { integrationId, state, ...page }, context) {
        demand(context, "integration:manage");
        const listed = await listDeliveries(needs, { ...page, integrationId, state: state ?? null });
        if (!listed.ok) throw errorOf(listed.failure);
        return { items: listed.page.items, pageInfo: { nextPageKey: listed.page.nextPageKey } };
      },
    },
    Mutation: {
      async saveIntegration(_, { input }, context) {
        demand(context, "integration:manage");
        const saved = await saveIntegration(needs, input, context.caller.name);
        if (!saved.ok) throw errorOf(saved.failure);
        return { integration: saved.integration, secret: saved.secret };
      },
      async removeIntegration(_, { id }, context) {
        demand(context, "integration:manage");
        const isRemoved = canBeId(id) && (await needs.integrations.remove(id, needs.now().toISOString()));
        if (!isRemoved) throw errorOf({ kind: "not-found", message: `there is no integration "${id}"` });
        return id;
      },
      async retryDelivery(_, { id }, context) {
        demand(context, "integration:manage");
        const retried = await retryDelivery(needs, id);
        if (!retried.ok) throw errorOf(retried.failure);
        return retried.delivery;
      },
    },
  } satisfies Resolvers;
}
