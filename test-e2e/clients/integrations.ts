import type { GraphClient } from "./graph.ts";

/** The fields of a delivery that these scenarios read. */
export interface DeliveryState {
  readonly id: string;
  readonly changeRequestId: string;
  readonly revision: number;
  readonly attempt: number;
  readonly boundaryId: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
}
const DELIVERY = "id changeRequestId revision attempt boundaryId state attempts lastError nextAttemptAt deliveredAt";

/** A customer's operations on integrations. */
export function integrations(graph: GraphClient) {
  return {
    save: async (input: object) =>
      (
        await graph.get<{ saveIntegration: { secret: string | null } }>(
          "mutation ($input: IntegrationInput!) { saveIntegration(input: $input) { secret } }",
          { input },
        )
      ).saveIntegration,
    remove: (id: string) => graph.get("mutation ($id: String!) { removeIntegration(id: $id) }", { id }),
    deliveries: async (integrationId: string, state?: string) => {
      const query = `query ($integrationId: String!, $state: DeliveryState) {
        deliveries(integrationId: $integrationId, state: $state, limit: 200) { items { ${DELIVERY} } } }`;
      const found = await graph.get<{ deliveries: { items: readonly DeliveryState[] } }>(query, {
        integrationId,
        state,
      });
      return found.deliveries.items;
    },
    retry: async (id: string) =>
      (
        await graph.get<{ retryDelivery: DeliveryState }>(
          `mutation ($id: String!) { retryDelivery(id: $id) { ${DELIVERY} } }`,
          { id },
        )
      ).retryDelivery,
  };
}
