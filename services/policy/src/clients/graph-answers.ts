import { z } from "zod";

/** The schemas by which every response of the GraphQL API is validated. */

const negate = z.boolean().nullable();
const comparison = z.enum(["Contains", "Equals"]).nullable();
const itemKey = z.object({ accountId: z.string(), region: z.string(), type: z.string(), id: z.string() });

const networkObject = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Any"), negate }),
  z.object({ type: z.literal("Cidr"), negate, comparison, cidr: z.string() }),
  z.object({ type: z.literal("ConnectGroup"), negate, comparison, groupId: z.string() }),
  z.object({ type: z.literal("InventoryItem"), negate, comparison, itemKey }),
]);

const serviceObject = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["AllICMPv4", "AllICMPv6", "AllTCP", "AllTraffic", "AllUDP"]) }),
  z.object({ type: z.literal("CustomProtocol"), protocol: z.int() }),
  z.object({ type: z.enum(["ICMPv4", "ICMPv6"]), icmpType: z.int(), icmpCode: z.int() }),
  z.object({ type: z.enum(["TCP", "UDP"]), portStart: z.int(), portEnd: z.int() }),
  z.object({ type: z.literal("PortRangeSize"), maxSize: z.int() }),
]);

const stored = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  action: z.enum(["Pass", "Fail", "Score"]),
  enforced: z.boolean(),
  score: z.int().nullable(),
  ruleActions: z.array(z.enum(["Allow", "Deny"])),
  sources: z.array(networkObject),
  destinations: z.array(networkObject),
  services: z.array(serviceObject),
  partialMatch: z.enum(["Review", "Fail"]),
  platforms: z.array(z.object({ name: z.string(), provider: z.string(), accountId: z.string() })),
  projectIds: z.array(z.string()).nullable(),
  message: z.string().nullable(),
  source: z.string().nullable(),
  revision: z.int(),
  updatedAt: z.string(),
  updatedBy: z.string(),
});
export type StoredShape = z.output<typeof stored>;

const pageInfo = z.object({ nextPageKey: z.string().nullable() });

export const listAnswer = z.object({ boundaries: z.object({ items: z.array(stored), pageInfo }) });
export const storedAnswer = z.object({ boundary: stored.nullable() });
export const saveAnswer = z.object({ saveBoundary: z.object({ revision: z.int() }) });
export const removeAnswer = z.object({ deleteBoundary: z.string() });
export const previewAnswer = z.object({
  previewBoundary: z.object({
    flips: z.array(
      z.object({
        changeRequestId: z.string(),
        revision: z.int(),
        from: z.string(),
        to: z.string(),
        ruleId: z.string().nullable(),
        reason: z.string(),
      }),
    ),
    flippedCount: z.int(),
    unchangedCount: z.int(),
    pageInfo,
  }),
});
