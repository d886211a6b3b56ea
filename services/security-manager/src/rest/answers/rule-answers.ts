import { z } from "zod";
import { AddressObjectAnswer, NamedObjectAnswer, OBJECT, OF_DEVICE, ServiceObjectAnswer } from "./column-answers.ts";
import { TIME, UUID } from "./scalars.ts";

const POLICY = z.object({ matchId: UUID, name: z.string(), displayName: z.string() });

const row = {
  ...OBJECT,
  ruleName: z.string(),
  ruleNumber: z.int().meta({ description: "The place in its policy by the device's own count, from 1." }),
  order: z.int(),
  disabled: z.boolean(),
  policy: POLICY,
  policyRules: z.array(z.object({ policy: z.object({ displayName: z.string() }) })),
  sources: z.array(AddressObjectAnswer),
  destinations: z.array(AddressObjectAnswer),
  services: z.array(ServiceObjectAnswer),
  created: TIME.nullable().meta({ description: "Null for what the device's first revision had." }),
  lastChanged: TIME.nullable(),
};
const rule = { ...row, ...OF_DEVICE };

const side = z.object({
  zones: z.array(NamedObjectAnswer),
  interfaces: z.array(z.object({ name: z.string(), negated: z.boolean().optional() })),
});
const named = z.array(NamedObjectAnswer);
const matching = {
  log: z.boolean(),
  exact: z.boolean().meta({ description: "False where the rule has a match that was not understood." }),
  decidesNewConnections: z.boolean().meta({ description: "False where it matches established traffic only." }),
  families: z.array(z.int()).meta({ description: "4 and 6, the IP versions that it applies to." }),
  ...{ apps: named, users: named, profiles: named, urlMatchers: named, schedules: named },
  ...{ srcContext: side, dstContext: side },
};

export const SecurityRuleAnswer = z
  .object({
    ...rule,
    ruleAction: z.enum(["ACCEPT", "DROP", "REJECT"]),
    approximate: z.boolean().meta({
      description:
        "True where source, destination and service say too much of what reaches the rule, never too little.",
    }),
    ...matching,
    props: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "With `fields(props)`: the documentation by the keys of its properties." }),
    hitCount: z.int().min(0).optional().meta({ description: "With `fields(usage())`: the hits in the period." }),
    lastUsed: TIME.nullable()
      .optional()
      .meta({ description: "With `fields(usage())`: the end of the last report with hits." }),
    change: z
      .object({ changedAt: TIME, revision: z.int().nullable(), kind: z.enum(["ADDED", "CHANGED"]) })
      .nullable()
      .optional()
      .meta({
        description:
          "With `fields(change)`: the last change; null if the rule has been the same since the first revision.",
      }),
    highlight: z
      .object({ sources: z.array(z.string()), destinations: z.array(z.string()), services: z.array(z.string()) })
      .optional()
      .meta({
        description:
          "With `fields(highlight)`: the names of the listed objects that have something in common with what the query compares their column with.",
      }),
    tfacount: z.null().optional().meta({ description: "With `fields(tfacount)`: no traffic flows are analysed." }),
  })
  .meta({ id: "SecurityRule" });

const translating = {
  type: z.enum(["STATIC", "DYNAMIC", "HIDE"]),
  translatedSources: z.array(AddressObjectAnswer).meta({ description: "Empty where it stays as it is." }),
  translatedDestinations: z.array(AddressObjectAnswer),
  translatedServices: z.array(ServiceObjectAnswer),
  sourceIsInterface: z.boolean().meta({
    description: "True where the new source is the address of the interface through which the packet leaves.",
  }),
  bidirectional: z.boolean(),
};

export const NatRuleAnswer = z
  .object({
    ...rule,
    ...translating,
  })
  .meta({ id: "NatRule" });

/** The schema of a row of a policy. A row is, for example, a rule or a call of another policy. */
export const PolicyRowAnswer = z
  .object({
    ...row,
    ruleAction: z.enum(["ACCEPT", "DROP", "REJECT", "JUMP", "GOTO", "RETURN", "NONE"]),
    implicit: z.boolean().meta({ description: "True for what the device does without a line in its configuration." }),
    target: POLICY.nullable().meta({ description: "The policy that JUMP and GOTO lead to." }),
    ...matching,
    ...z.object(translating).partial().shape,
  })
  .meta({ id: "PolicyRow" });

export const PolicyAnswer = z
  .object({
    ...{ matchId: UUID, uid: UUID, name: z.string(), displayName: z.string() },
    policyType: z.enum(["SECURITY", "NAT"]),
    parentId: z.null(),
    ruleCount: z.int().min(0),
    objectTags: z.array(z.unknown()).max(0),
    childPolicies: z.array(z.unknown()).max(0),
    ...OF_DEVICE,
  })
  .meta({ id: "Policy" });
