import {
  BoundariesNamingGroup,
  boundariesNamingGroupPath,
} from "@network-access/service-contracts/boundaries-naming-group";
import type { ServiceClient } from "@network-access/service-runtime/service-client";

/** Asks the evaluator which boundaries refer to a group. Returns null if the evaluator does not answer. */
export function boundariesNaming(client: Pick<ServiceClient, "postJson">) {
  return async (groupId: string): Promise<readonly string[] | null> => {
    const called = await client.postJson(boundariesNamingGroupPath, { groupId }, BoundariesNamingGroup, {
      idempotent: true,
    });
    return called.ok ? called.value.boundaryIds : null;
  };
}
