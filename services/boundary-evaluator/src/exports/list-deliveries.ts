import { canBeId } from "@network-access/firewall-rules/parse-boundary";
import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { decodePageKey, encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Delivery, DeliveryState } from "./delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const Position = z.tuple([z.string()]);

export interface ListDeliveriesNeeds {
  readonly integrations: Pick<IntegrationStore, "find">;
  readonly deliveries: Pick<DeliveryStore, "page">;
}

export interface DeliveryPageQuery {
  readonly integrationId: string;
  /** Null: all of them. */
  readonly state: DeliveryState | null;
  readonly nextPageKey: string | null;
  readonly limit: number | null;
}

export interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly nextPageKey: string | null;
}

/** One page of the deliveries of an integration, newest first. A new delivery never repeats or hides another. */
export async function listDeliveries(
  { integrations, deliveries }: ListDeliveriesNeeds,
  { integrationId, state, nextPageKey, limit }: DeliveryPageQuery,
): Promise<{ readonly ok: true; readonly page: DeliveryPage } | { readonly ok: false; readonly failure: Failure }> {
  const size = limit ?? DEFAULT_LIMIT;
  if (size < 1 || size > MAX_LIMIT)
    return {
      ok: false,
      failure: invalidInput("limit", `is ${size}; 1 to ${MAX_LIMIT} work, ${DEFAULT_LIMIT} is the default`),
    };
  const integration = canBeId(integrationId) ? await integrations.find(integrationId) : null;
  if (integration === null)
    return { ok: false, failure: { kind: "not-found", message: `there is no integration "${integrationId}"` } };
  const integrationUuid = integration.uuid;
  const listName = `deliveries ${integrationUuid} ${state ?? "all"}`;
  let after: string | null = null;
  if (nextPageKey !== null) {
    const decoded = decodePageKey(listName, nextPageKey, Position);
    if (!decoded.ok) return decoded;
    after = decoded.position[0];
  }
  const found = await deliveries.page({ integrationUuid, state, after, limit: size + 1 });
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const next = found.length > size && last ? encodePageKey(listName, [last.place]) : null;
  return { ok: true, page: { items: shown.map(({ delivery }) => delivery), nextPageKey: next } };
}
