import { z } from "zod";

/**
 * The schema of a policy file. It validates files, and is printed as JSON Schema for editors. Addresses, lengths,
 * ranges and combinations are checked by `libs/firewall-rules` instead. What `meta` adds appears only in the JSON
 * Schema.
 */

const id = z.string().meta({ minLength: 1, maxLength: 256 });
const negate = z.boolean().meta({ description: "Removes these addresses from the side instead of adding them." });
const comparison = z.enum(["Contains", "Equals"]).meta({
  description: "Contains (default): a request may ask for any part of it. Equals: a request must ask for all of it.",
});
const port = z.int().meta({ minimum: 0, maximum: 65_535 });
const byte = z.int().meta({ minimum: 0, maximum: 255 });

const networkObject = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("Any").meta({ description: "Every address of IPv4 and IPv6." }),
      negate: negate.optional(),
    }),
    z.strictObject({
      type: z.literal("Cidr").meta({ description: "An address or a CIDR." }),
      cidr: z
        .string()
        .meta({ description: "No bits set beyond the prefix.", examples: ["10.0.0.0/24", "2001:db8::/32"] }),
      negate: negate.optional(),
      comparison: comparison.optional(),
    }),
    z.strictObject({
      type: z.literal("ConnectGroup").meta({ description: "The members of a group of the inventory." }),
      groupId: id,
      negate: negate.optional(),
      comparison: comparison.optional(),
    }),
    z.strictObject({
      type: z.literal("InventoryItem").meta({ description: "The addresses of an item of the inventory." }),
      itemKey: z.strictObject({
        accountId: z.string().meta({ minLength: 1, maxLength: 1_024 }),
        region: z.string().meta({ minLength: 1, maxLength: 1_024 }),
        type: z.string().meta({ minLength: 1, maxLength: 1_024 }),
        id: z.string().meta({ minLength: 1, maxLength: 1_024 }),
      }),
      negate: negate.optional(),
      comparison: comparison.optional(),
    }),
  ])
  .meta({ id: "NetworkObject" });

const serviceObject = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z
        .enum(["AllTraffic", "AllTCP", "AllUDP", "AllICMPv4", "AllICMPv6"])
        .meta({ description: "All traffic of its kind." }),
    }),
    z.strictObject({
      type: z.enum(["TCP", "UDP"]).meta({ description: "Destination ports, inclusive." }),
      portStart: port,
      portEnd: port,
    }),
    z.strictObject({
      type: z.enum(["ICMPv4", "ICMPv6"]).meta({ description: "One type and code." }),
      icmpType: byte,
      icmpCode: byte,
    }),
    z.strictObject({
      type: z.literal("CustomProtocol").meta({ description: "A whole protocol, in IPv4 and IPv6." }),
      protocol: byte,
    }),
    z.strictObject({
      type: z
        .literal("PortRangeSize")
        .meta({ description: "Any TCP or UDP ports of a rule, in ranges of at most maxSize ports." }),
      maxSize: z.int().meta({ minimum: 1, maximum: 65_536 }),
    }),
  ])
  .meta({ id: "ServiceObject" });

/** The values of the enum AccountProvider in the GraphQL schema. */
export const providers = [
  "test",
  "userdefined",
  "aws",
  "azure",
  "gcp",
  "oci",
  "kubernetes",
  "vmware",
  "cisco",
  "paloalto",
  "checkpoint",
  "fortinet",
  "securitymanager",
  "assetmanager",
] as const;

const side = z.array(networkObject).meta({ minItems: 1, maxItems: 10_000 });

export const boundarySchema = z
  .strictObject({
    id: id.meta({ description: "Unique among all boundaries." }),
    name: z.string().meta({ minLength: 1, maxLength: 512, description: "Shown in results." }),
    description: z.string().optional().meta({ maxLength: 10_000, description: "For readers of the policy." }),
    action: z
      .enum(["Pass", "Fail", "Score"])
      .meta({ description: "Pass grants the traffic, Fail forbids it, Score adds a score." }),
    enforced: z.boolean().optional().meta({ description: "Whether evaluations use it; default: true." }),
    score: z
      .int()
      .min(-2_147_483_648)
      .max(2_147_483_647)
      .optional()
      .meta({ description: "Added by a match; required for action Score, not allowed otherwise." }),
    ruleActions: z
      .array(z.enum(["Allow", "Deny"]))
      .optional()
      .meta({ minItems: 1, description: "Actions of the rules it applies to; default: [Allow]." }),
    sources: side.meta({ description: "Source addresses." }),
    destinations: side.meta({ description: "Destination addresses." }),
    services: z.array(serviceObject).meta({ minItems: 1, maxItems: 10_000, description: "Services." }),
    partialMatch: z.enum(["Review", "Fail"]).optional().meta({
      description: "Result of a Fail boundary for a rule that it forbids in part; default: Review.",
    }),
    platforms: z
      .array(
        z.strictObject({
          name: z.string().meta({ minLength: 1, maxLength: 512 }),
          provider: z.enum(providers),
          accountId: z.string().meta({ minLength: 1, maxLength: 256 }),
        }),
      )
      .optional()
      .meta({ maxItems: 1_000, description: "Copied to its results." }),
    projectIds: z.array(id).optional().meta({
      minItems: 1,
      maxItems: 10_000,
      description: "Projects whose requests it applies to; default: every project.",
    }),
    message: z.string().optional().meta({ maxLength: 10_000, description: "Shown when it matches or objects." }),
  })
  .meta({ id: "Boundary" });

export type WrittenBoundary = z.input<typeof boundarySchema>;

/** A policy file: one boundary, or a list of them. */
const policySchema = z.union([boundarySchema, z.array(boundarySchema)]).meta({
  title: "Boundaries of the network access service",
  description: "One boundary, or a list of boundaries.",
});

/**
 * Returns the text of boundaries.schema.json, which is a JSON Schema for editors. It uses draft 7, because all editors
 * support that draft.
 */
export function editorSchemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(policySchema, { io: "input", target: "draft-07" }), null, 2)}\n`;
}
