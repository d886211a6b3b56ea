import * as environment from "@network-access/service-runtime/environment";

// biome-ignore lint/performance: configuration modules import this module in place of service-runtime's.
export * from "@network-access/service-runtime/environment";

/** The names of the variables in the schema of the last call of {@link readEnvironment}. */
export let known: readonly string[] = [];

/** Calls `readEnvironment` of service-runtime, and stores the names of the schema's variables in `known`. */
export const readEnvironment: typeof environment.readEnvironment = (schema, env) => {
  known = Object.keys(schema.shape);
  return environment.readEnvironment(schema, env);
};
