import type { SnapshotPart, SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { slowEntries, slowPolicies } from "./slow-decision.ts";
import { type PlainConnection, type State, slowMatching } from "./slow-matching.ts";

/**
 * Walks the policies and returns the rows that a packet may match, as if no row accepted or dropped the packet.
 * Disabled rows are included, but they do not change the walk. If another row calls a policy, the walk visits that
 * policy and then continues after the row. The walk leaves a policy at a RETURN or GOTO row that the packet certainly
 * matches.
 */
export function slowReach(
  parts: readonly SnapshotPart[],
  connection: PlainConnection,
  state: State,
): ReadonlySet<SnapshotRow> {
  const policies = slowPolicies(parts);
  const matches = slowMatching(parts, connection);
  const reached = new Set<SnapshotRow>();

  function walk(name: string): void {
    for (const row of policies.get(name) ?? []) {
      const matched = matches({ ...row, disabled: false }, state);
      if (matched === "no") continue;
      reached.add(row);
      if (row.disabled) continue;
      if (row.target !== undefined) walk(row.target);
      if (matched === "yes" && (row.action === "RETURN" || row.action === "GOTO")) return;
    }
  }
  for (const entry of slowEntries(parts, connection)) for (const policy of entry.policies) walk(policy);
  return reached;
}
