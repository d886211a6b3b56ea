import { firewallRulesFields } from "@network-access/service-contracts/firewall-rules-fields";
import type { Boundary } from "../boundaries/boundary.ts";
import type { EvaluatorContext } from "./evaluator-context.ts";

/** Resolves the computed fields of a boundary, and the types that rules and boundaries share. */
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
