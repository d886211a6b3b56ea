import { firewallRulesFields } from "@network-access/service-contracts/firewall-rules-fields";
import type { Boundary } from "../boundaries/boundary.ts";
import type { EvaluatorContext } from "./evaluator-context.ts";

/**
 * Resolves those fields of a boundary in the GraphQL schema for which the stored boundary has no member of the same
 * name.
 */
export const boundaryFields = {
  Boundary: {
    platforms: ({ platforms }: Boundary) => platforms ?? [],
    useCount: async ({ uuid }: Boundary, _: unknown, { loaders }: EvaluatorContext) =>
      (await loaders.usage.load(uuid)).useCount,
    lastUsedAt: async ({ uuid }: Boundary, _: unknown, { loaders }: EvaluatorContext) =>
      (await loaders.usage.load(uuid)).lastUsedAt,
  },
  ...firewallRulesFields,
};
