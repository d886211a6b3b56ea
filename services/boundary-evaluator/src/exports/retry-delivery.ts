import type { Failure } from "@network-access/service-runtime/failure";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Delivery } from "./delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";

export interface RetryDeliveryNeeds {
  readonly integrations: Pick<IntegrationStore, "findByUuid">;
  readonly deliveries: Pick<DeliveryStore, "find" | "retry">;
  now(): Date;
}

/**
 * Makes a delivery due now, whatever its state. The delivery keeps its id, and its retry schedule starts from the
 * beginning. If a process is attempting the delivery at the moment, the delivery stays unchanged.
 */
export async function retryDelivery(
  { integrations, deliveries, now }: RetryDeliveryNeeds,
  id: string,
): Promise<{ readonly ok: true; readonly delivery: Delivery } | { readonly ok: false; readonly failure: Failure }> {
  const found = await deliveries.find(id);
  // Deliveries of a removed integration count as missing and are soon purged.
  const isThere = found !== null && (await integrations.findByUuid(found.integrationUuid)) !== null;
  const delivery = isThere ? await deliveries.retry(id, now().toISOString()) : null;
  if (delivery === null) return { ok: false, failure: { kind: "not-found", message: `there is no delivery "${id}"` } };
  return { ok: true, delivery };
}
