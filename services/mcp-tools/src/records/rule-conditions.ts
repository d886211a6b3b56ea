import { z } from "zod";

const Named = z.object({ displayName: z.string(), type: z.string().optional() });
const Interface = z.object({ name: z.string(), negated: z.boolean().optional() });
const Side = z.object({ zones: z.array(Named), interfaces: z.array(Interface) });

/** The members of a rule that say what it matches besides source, destination and service. */
export const CONDITION_MEMBERS = {
  srcContext: Side,
  dstContext: Side,
  apps: z.array(Named),
  users: z.array(Named),
  urlMatchers: z.array(Named),
  schedules: z.array(Named),
  decidesNewConnections: z.boolean(),
  exact: z.boolean(),
};

type Conditions = z.output<z.ZodObject<typeof CONDITION_MEMBERS>>;

/** Describes what a rule matches besides source, destination and service, such as "from zone trust". */
export function conditionsOf(rule: Conditions): readonly string[] {
  return [
    ...oneOf("from zone", rule.srcContext.zones),
    ...interfaces("in", rule.srcContext.interfaces),
    ...oneOf("to zone", rule.dstContext.zones),
    ...interfaces("out", rule.dstContext.interfaces),
    ...oneOf("application", rule.apps),
    ...oneOf("user", rule.users),
    ...oneOf("URL", rule.urlMatchers),
    ...oneOf("schedule", rule.schedules),
    ...(rule.decidesNewConnections ? [] : ["established connections only"]),
    ...(rule.exact ? [] : ["a match that is not understood"]),
  ];
}

function oneOf(what: string, objects: readonly z.output<typeof Named>[]): readonly string[] {
  if (objects.length === 0 || objects.some(({ type }) => type === "ANY")) return [];
  return [`${what} ${objects.map(({ displayName }) => displayName).join(" or ")}`];
}

function interfaces(direction: string, found: readonly z.output<typeof Interface>[]): readonly string[] {
  if (found.length === 0) return [];
  return [`${direction} ${found.map(({ name, negated }) => (negated ? `not ${name}` : name)).join(" or ")}`];
}
