import type { Policy } from "@network-access/estate-model/snapshot";
import { nameId } from "./name-id.ts";
import type { RevisionModel } from "./revision-model.ts";
import type { Row } from "./row.ts";

/** Returns the attributes of a policy. The row of the policy and the rows of its rules contain them. */
export function policyValues({ deviceId }: RevisionModel, { name, displayName, policyType }: Policy) {
  return { id: nameId(deviceId, "policy", name), name, displayName, policyType, parentId: null };
}

export function policyRows(model: RevisionModel): Row[] {
  return [...model.snapshot.policies.values()].map((policy, place) => {
    const { id, ...values } = policyValues(model, policy);
    const ruleCount = policy.rows.filter((row) => !row.implicit).length;
    return {
      ...{ id, policyPlace: place, place: 0, values: { policy: { id, ...values } } },
      record: { matchId: id, uid: id, ...values, ruleCount, objectTags: [], childPolicies: [] },
    };
  });
}
