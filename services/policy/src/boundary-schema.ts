import { z } from "zod";

/**
 * What a policy file may hold. It validates, and it is printed as JSON Schema for editors. Addresses, lengths, ranges
 * and what belongs together are the rule language's to check, in its words; `meta` tells editors about them.
 */

const id = z.string().meta({ minLength: 1, maxLength: 256 });
const negate = z.boolean().meta({ description: "Takes these addresses out of the side instead of adding them." });
const comparison = z.enum(["Contains", "Equals"]).meta({
  description:
    "Contains (when left out): a request may ask for any part of it. Equals: a request has to ask for all of it.",
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
        .meta({ description: "Without bits beyond the prefix.", examples: ["10.0.0.0/24", "2001:db8::/32"] }),
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
        .meta({ description: "Everything of its kind." }),
    }),
    z.strictObject({
      type: z.enum(["TCP", "UDP"]).meta({ description: "Destination ports, both included." }),
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
        .meta({ description: "Whatever TCP or UDP ports a rule asks for, in runs of at most maxSize ports." }),
      maxSize: z.int().meta({ minimum: 1, maximum: 65_536 }),
    }),
  ])
  .meta({ id: "ServiceObject" });

/** The graph's enum AccountProvider. */
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
    id: id.meta({ description: "Unique among all boundaries; another id is another boundary." }),
    name: z.string().meta({ minLength: 1, maxLength: 512, description: "Shown in results." }),
    description: z.string().optional().meta({ maxLength: 10_000, description: "For whoever reads the policy." }),
    action: z
      .enum(["Pass", "Fail", "Score"])
      .meta({ description: "Pass grants what it names, Fail forbids it, Score weighs it." }),
    enforced: z
      .boolean()
      .optional()
      .meta({ description: "Only enforced boundaries are judged against; true when left out." }),
    score: z
      .int()
      .min(-2_147_483_648)
      .max(2_147_483_647)
      .optional()
      .meta({ description: "What a match adds; needed with action Score, and only there." }),
    ruleActions: z
      .array(z.enum(["Allow", "Deny"]))
      .optional()
      .meta({ minItems: 1, description: "Which rules it looks at; [Allow] when left out." }),
    sources: side.meta({ description: "Who connects." }),
    destinations: side.meta({ description: "To whom." }),
    services: z.array(serviceObject).meta({ minItems: 1, maxItems: 10_000, description: "With what." }),
    partialMatch: z.enum(["Review", "Fail"]).optional().meta({
      description: "What a Fail boundary says of a rule that it forbids in part; Review when left out.",
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
      .meta({ maxItems: 1_000, description: "Where it applies; copied to its results." }),
    projectIds: z.array(id).optional().meta({
      minItems: 1,
      maxItems: 10_000,
      description: "The projects whose requests it looks at; every project when left out.",
    }),
    message: z
      .string()
      .optional()
      .meta({ maxLength: 10_000, description: "Your own words, shown when it matches or objects." }),
  })
  .meta({ id: "Boundary" });

export type WrittenBoundary = z.input<typeof boundarySchema>;

/** A policy file: one boundary, or a list of them. */
const policySchema = z.union([boundarySchema, z.array(boundarySchema)]).meta({
  title: "Boundaries of the network access service",
  description: "One boundary, or a list of boundaries.",
});

/** The same as JSON Schema, for editors: the text of boundaries.schema.json. Draft 7 is what every editor knows. */
export function editorSchemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(policySchema, { io: "input", target: "draft-07" }), null, 2)}\n`;
}
