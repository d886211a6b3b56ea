import * as environment from "@network-access/service-runtime/environment";

// biome-ignore lint/performance: configuration modules import this module in place of the other.
export * from "@network-access/service-runtime/environment";

/** The variables that the last call of {@link readEnvironment} accepts. */
export let known: readonly string[] = [];

/** Reads the environment as the function of the same name does, and notes the variables that it accepts. */
export const readEnvironment: typeof environment.readEnvironment = (schema, env) => {
  known = Object.keys(schema.shape);
  return environment.readEnvironment(schema, env);
};
