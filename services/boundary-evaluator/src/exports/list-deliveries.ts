import { canBeId } from "@network-access/firewall-rules/parse-boundary";
import type { Failure } from "@network-access/service-runtime/failure";
import { type PageArguments, readPageArguments } from "@network-access/service-runtime/page-arguments";
import { encodePageKey } from "@network-access/service-runtime/page-key";
import { z } from "zod";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Delivery, DeliveryState } from "./delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";

const list = { position: z.tuple([z.string()]), defaultLimit: 50, maxLimit: 200 };

export interface ListDeliveriesNeeds {
  readonly integrations: Pick<IntegrationStore, "find">;
  readonly deliveries: Pick<DeliveryStore, "page">;
}

export interface DeliveryPageQuery extends PageArguments {
  readonly integrationId: string;
  /** Null selects deliveries in every state. */
  readonly state: DeliveryState | null;
}

export interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly nextPageKey: string | null;
}

/**
 * Returns one page of the deliveries of an integration, newest first. If new deliveries are added between two pages,
 * the deliveries that already existed are still listed exactly once.
 */
export async function listDeliveries(
  { integrations, deliveries }: ListDeliveriesNeeds,
  { integrationId, state, ...given }: DeliveryPageQuery,
): Promise<{ readonly ok: true; readonly page: DeliveryPage } | { readonly ok: false; readonly failure: Failure }> {
  const integration = canBeId(integrationId) ? await integrations.find(integrationId) : null;
  if (integration === null)
    return { ok: false, failure: { kind: "not-found", message: `there is no integration "${integrationId}"` } };
  const integrationUuid = integration.uuid;
  const kind = `deliveries ${integrationUuid} ${state ?? "all"}`;
  const read = readPageArguments(given, { ...list, kind });
  if (!read.ok) return read;
  const { limit } = read.page;
  const after = read.page.after?.[0] ?? null;
  const found = await deliveries.page({ integrationUuid, state, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last ? encodePageKey(kind, [last.place]) : null;
  return { ok: true, page: { items: shown.map(({ delivery }) => delivery), nextPageKey: next } };
}
