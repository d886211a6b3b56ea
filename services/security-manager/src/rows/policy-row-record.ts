import type { Policy } from "@network-access/estate-model/snapshot";
import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { nameId } from "./name-id.ts";
import type { RevisionModel, RowIdentity } from "./revision-model.ts";
import { commonRecord, otherColumns, translationRecord } from "./rule-rows.ts";

/**
 * Returns the record of a row for the list of all rows of a policy. The record shows the columns as the row defines
 * them. They are not restricted to the connections that reach the policy.
 */
export function policyRowRecord(
  model: Pick<RevisionModel, "deviceId" | "texts" | "snapshot">,
  policy: Policy,
  row: SnapshotRow,
  identity: RowIdentity,
) {
  const target = row.target === undefined ? undefined : model.snapshot.policies.get(row.target);
  const { action, implicit, log, exact, connections, families } = row;
  return {
    ...commonRecord(model, policy, row, identity),
    ...{ ruleAction: action, implicit, log, exact, decidesNewConnections: connections !== "none", families },
    target: target
      ? {
          matchId: nameId(model.deviceId, "policy", target.name),
          name: target.name,
          displayName: target.displayName,
        }
      : null,
    ...otherColumns(model.deviceId, row, zonesOf(row.sourceZones), zonesOf(row.destinationZones)),
    ...(row.translation && translationRecord(model, row)),
  };
}

function zonesOf(zones: readonly string[]): readonly string[] | null {
  return zones.length === 0 ? null : zones;
}
