import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  type BoundariesNamingGroup,
  boundariesNamingGroupPath,
  NamedGroup,
} from "@network-access/service-contracts/boundaries-naming-group";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { readJsonRequest } from "@network-access/service-runtime/read-json-request";
import type { BoundaryStore } from "../boundaries/boundary-store.ts";

/**
 * The largest number of ids in one response. If more boundaries refer to the group, the response has the first 20 in
 * ascending order.
 */
const LIMIT = 20;

/** Returns the ids of boundaries that name a group. */
export function boundariesNamingGroupRoute(needs: {
  readonly boundaries: Pick<BoundaryStore, "idsNamingGroup">;
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
}): Route {
  const { boundaries } = needs;
  return {
    method: "POST",
    path: boundariesNamingGroupPath,
    async handle(request) {
      await admitService(request, needs);
      const { groupId } = await readJsonRequest(request, NamedGroup, "an object with a groupId");
      const boundaryIds = await boundaries.idsNamingGroup(groupId, LIMIT);
      return json(200, { boundaryIds } satisfies BoundariesNamingGroup);
    },
  };
}
