import { firewallRulesFields } from "@network-access/service-contracts/firewall-rules-fields";
import type { Boundary } from "../boundaries/boundary.ts";
import type { EvaluatorContext } from "./evaluator-context.ts";

/** How a stored boundary looks in the graph; what is not listed is a member of the same name. */
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
