import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import type { SavedChangeRequest } from "@network-access/service-contracts/saved-change-request";
import type { ChangeRequest } from "../requests/change-request.ts";

/** Returns the part of a change request that is evaluated, in the form in which the evaluator reads it. */
export function savedTextOf({ uuid, revision, id, projectId, rules }: ChangeRequest): SavedChangeRequest {
  return {
    changeRequestUuid: uuid,
    revision,
    id,
    projectId,
    rules: rules.map(({ id: ruleId, action, sources, destinations, services }) => ({
      id: ruleId,
      action,
      sources: [...sources],
      destinations: [...destinations],
      services: services.filter(inRequests),
    })),
  };
}

/** INVARIANT: parsing refuses PortRangeSize in a change request, so this filter drops nothing. */
function inRequests(service: ServiceObject): service is Exclude<ServiceObject, { type: "PortRangeSize" }> {
  return service.type !== "PortRangeSize";
}
