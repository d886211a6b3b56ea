import { canBeId } from "@network-access/firewall-rules/parse-boundary";
import type { DeliveryState } from "../exports/delivery.ts";
import { type ListDeliveriesNeeds, listDeliveries } from "../exports/list-deliveries.ts";
import { type RetryDeliveryNeeds, retryDelivery } from "../exports/retry-delivery.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import { type IntegrationInput, type SaveIntegrationNeeds, saveIntegration } from "../integrations/save-integration.ts";
import { demand, type EvaluatorContext, errorOf } from "./evaluator-context.ts";

/** What the fields of integrations need. */
export type IntegrationNeeds = SaveIntegrationNeeds &
  ListDeliveriesNeeds &
  RetryDeliveryNeeds & { readonly integrations: Pick<IntegrationStore, "list" | "remove"> };

interface DeliveryArguments {
  readonly integrationId: string;
  readonly state?: DeliveryState | null;
  readonly nextPageKey?: string | null;
  readonly limit?: number | null;
}

/** Fields of integrations and deliveries: the permission first, then one call of an operation. */
export function integrationFields(needs: IntegrationNeeds) {
  return {
    Query: {
      integrations(_: unknown, __: unknown, context: EvaluatorContext) {
        demand(context, "integration:manage");
        return needs.integrations.list();
      },
      async deliveries(_: unknown, given: DeliveryArguments, context: EvaluatorContext) {
        demand(context, "integration:manage");
        const { integrationId, state = null, nextPageKey = null, limit = null } = given;
        const listed = await listDeliveries(needs, { integrationId, state, nextPageKey, limit });
        if (!listed.ok) throw errorOf(listed.failure);
        return { items: listed.page.items, pageInfo: { nextPageKey: listed.page.nextPageKey } };
      },
    },
    Mutation: {
      async saveIntegration(_: unknown, { input }: { readonly input: IntegrationInput }, context: EvaluatorContext) {
        demand(context, "integration:manage");
        const saved = await saveIntegration(needs, input, context.caller.name);
        if (!saved.ok) throw errorOf(saved.failure);
        return { integration: saved.integration, secret: saved.secret };
      },
      async removeIntegration(_: unknown, { id }: { readonly id: string }, context: EvaluatorContext) {
        demand(context, "integration:manage");
        const isRemoved = canBeId(id) && (await needs.integrations.remove(id, needs.now().toISOString()));
        if (!isRemoved) throw errorOf({ kind: "not-found", message: `there is no integration "${id}"` });
        return id;
      },
      async retryDelivery(_: unknown, { id }: { readonly id: string }, context: EvaluatorContext) {
        demand(context, "integration:manage");
        const retried = await retryDelivery(needs, id);
        if (!retried.ok) throw errorOf(retried.failure);
        return retried.delivery;
      },
    },
  };
}
