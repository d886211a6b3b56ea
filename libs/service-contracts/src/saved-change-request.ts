import { z } from "zod";

/**
 * Returns the path of a route of the change-request service. `GET` returns the text of a revision, for evaluation. The
 * status is 404 if the change request is deleted, and 409 if `revision` is not the current revision.
 */
export const savedChangeRequestPath = (changeRequestUuid: string, revision: number | string) =>
  `/internal/change-requests/${changeRequestUuid}/revisions/${revision}`;

const ItemKey = z.object({ accountId: z.string(), region: z.string(), type: z.string(), id: z.string() });
const negate = z.boolean().nullable();
const comparison = z.enum(["Contains", "Equals"]).nullable();

const NetworkObject = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Any"), negate }),
  z.object({ type: z.literal("Cidr"), negate, comparison, cidr: z.string() }),
  z.object({ type: z.literal("ConnectGroup"), negate, comparison, groupId: z.string() }),
  z.object({ type: z.literal("InventoryItem"), negate, comparison, itemKey: ItemKey }),
]);

const port = z.int().min(0).max(65_535);
const octet = z.int().min(0).max(255);
const ServiceObject = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["AllICMPv4", "AllICMPv6", "AllTCP", "AllTraffic", "AllUDP"]) }),
  z.object({ type: z.literal("CustomProtocol"), protocol: octet }),
  z.object({ type: z.enum(["ICMPv4", "ICMPv6"]), icmpType: octet, icmpCode: octet }),
  z.object({ type: z.enum(["TCP", "UDP"]), portStart: port, portEnd: port }),
]);

export const SavedChangeRequest = z.object({
  changeRequestUuid: z.uuid(),
  revision: z.int().positive(),
  id: z.string(),
  projectId: z.string(),
  rules: z.array(
    z.object({
      id: z.string(),
      action: z.enum(["Allow", "Deny"]),
      sources: z.array(NetworkObject),
      destinations: z.array(NetworkObject),
      services: z.array(ServiceObject),
    }),
  ),
});
export type SavedChangeRequest = z.infer<typeof SavedChangeRequest>;

/**
 * A route of the change-request service. `POST` returns the current texts of the listed change requests. If the texts
 * together are too large for one response, the response contains only some of the texts, but at least one.
 */
export const currentTextsPath = "/internal/change-requests/current-texts";

export const MAX_CURRENT_TEXTS = 100;

export const CurrentTextsRequest = z.object({ changeRequestUuids: z.array(z.uuid()).max(MAX_CURRENT_TEXTS) });
export type CurrentTextsRequest = z.infer<typeof CurrentTextsRequest>;

/** The response. A requested change request that is neither in `texts` nor in `left` is deleted. */
export const CurrentTexts = z.object({
  texts: z.array(SavedChangeRequest),
  /** Change requests whose texts did not fit into this response. The caller requests them again. */
  left: z.array(z.uuid()),
});
export type CurrentTexts = z.infer<typeof CurrentTexts>;
