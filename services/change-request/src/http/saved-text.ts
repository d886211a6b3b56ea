import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import type { SavedChangeRequest } from "@network-access/service-contracts/saved-change-request";
import type { ChangeRequest } from "../requests/change-request.ts";

/** What of a request is judged, as it crosses the border. */
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

/** INVARIANT: parsing refuses PortRangeSize in a request, so nothing is ever left out. */
function inRequests(service: ServiceObject): service is Exclude<ServiceObject, { type: "PortRangeSize" }> {
  return service.type !== "PortRangeSize";
}
