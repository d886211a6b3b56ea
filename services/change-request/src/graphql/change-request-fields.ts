import { flatRule } from "@network-access/firewall-rules/change-request-text";
import { firewallRulesFields } from "@network-access/service-contracts/firewall-rules-fields";
import { type ChangeRequest, evaluationIdOf } from "../requests/change-request.ts";
import { scoreOf, stateOf, stateReasonFor } from "../requests/shown-state.ts";
import type { ChangeRequestContext } from "./context.ts";

/**
 * Resolves the fields that are not members of a stored change request, and the field `rules`. Stored rules have another
 * form than the field.
 */
export const changeRequestFields = {
  ChangeRequest: {
    parentPath: ({ projectId }: ChangeRequest) => `/projects/${projectId}`,
    rules: ({ rules }: ChangeRequest) => rules.map(flatRule),
    state: stateOf,
    stateReason: (request: ChangeRequest, _: unknown, { caller }: ChangeRequestContext) =>
      stateReasonFor(request, caller),
    score: scoreOf,
    evaluationId: evaluationIdOf,
  },
  ...firewallRulesFields,
};
