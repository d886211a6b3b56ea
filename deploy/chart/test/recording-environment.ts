import * as environment from "@network-access/service-runtime/environment";

// biome-ignore lint/performance: configuration modules import this module in place of service-runtime's.
export * from "@network-access/service-runtime/environment";

/** The names of the variables in the schema that {@link readEnvironment} was last called with. */
export let known: readonly string[] = [];

/** Does what `readEnvironment` of service-runtime does, and records the variables that the schema accepts. */
export const readEnvironment: typeof environment.readEnvironment = (schema, env) => {
  known = Object.keys(schema.shape);
  return environment.readEnvironment(schema, env);
};
