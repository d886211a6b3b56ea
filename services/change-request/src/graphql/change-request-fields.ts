import type { Caller } from "@network-access/access/caller";
import type { ChangeRequestRule } from "@network-access/firewall-rules/change-request-text";
import { firewallRulesFields } from "@network-access/service-contracts/firewall-rules-fields";
import { type ChangeRequest, evaluationIdOf } from "../change-request.ts";

interface Context {
  readonly caller: Caller;
}

/** How a stored change request looks in the graph; what is not listed is a member of the same name. */
export const changeRequestFields = {
  ChangeRequest: {
    parentPath: ({ projectId }: ChangeRequest) => `/projects/${projectId}`,
    rules: ({ rules }: ChangeRequest) => rules.map(flatRule),
    state: ({ verdict }: ChangeRequest) => verdict?.state ?? "Pending",
    stateReason: ({ verdict }: ChangeRequest, _: unknown, { caller }: Context) =>
      verdict && (caller.may("boundary:view") ? verdict.stateReason : verdict.stateReasonWithoutAddresses),
    score: ({ verdict }: ChangeRequest) => verdict?.score ?? null,
    evaluationId: evaluationIdOf,
  },
  ...firewallRulesFields,
};

function flatRule({ texts, ...rule }: ChangeRequestRule) {
  return { ...rule, ...texts };
}
