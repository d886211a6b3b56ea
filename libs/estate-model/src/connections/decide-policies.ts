import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ConnectionSpace } from "./connection-space.ts";
import { type Diagram, NOTHING } from "./decision-diagram.ts";

/**
 * The connections that a policy may allow, deny or pass on, on the assumption that they reach the policy. One
 * connection may be in several of these sets, because for some rows it is unknown whether they match the connection
 * (see `RowMatch` in `connection-space.ts`).
 */
export interface Fate {
  readonly allowed: Diagram;
  readonly denied: Diagram;
  /** The connections that may leave the policy without a decision. */
  readonly passed: Diagram;
  /**
   * The connections in `allowed` that the device may still be tracking after the policy. `passedTracked` contains the
   * connections in `passed` that the device may still be tracking.
   */
  readonly allowedTracked: Diagram;
  readonly passedTracked: Diagram;
  /** The connections that the device may stop tracking. */
  readonly untracked: Diagram;
}

/**
 * Returns a function that computes what the policy with a given name may do with connections. The result is the same
 * for each caller of the policy, so it is computed once and cached. The work therefore grows with the number of rows,
 * not with the number of call paths.
 */
export function createPolicyDecisions(
  { policies }: Pick<Snapshot, "policies">,
  space: ConnectionSpace,
): (name: string) => Fate {
  const fates = new Map<string, Fate>();

  /**
   * Computes the result for one policy, and recursively for the policies that it calls. An assembled snapshot contains
   * no loop of calls, and `nestedCalls` limits how deeply calls are nested.
   */
  function fateOf(name: string): Fate {
    const known = fates.get(name);
    if (known) return known;
    const fate = decideRows(policies.get(name)?.rows ?? [], space, fateOf);
    fates.set(name, fate);
    return fate;
  }
  return fateOf;
}

/**
 * Computes which connections a policy with these rows may allow, deny or pass on. The rows are applied in order. The
 * first row that decides about a connection determines the result. If it is uncertain whether this row matches, the
 * results of later rows are also possible.
 */
function decideRows(rows: readonly SnapshotRow[], space: ConnectionSpace, fateOf: (policy: string) => Fate): Fate {
  const { universe, intersect, union, subtract } = space;
  let [reach, reachTracked] = [universe, universe];
  let [allowed, denied, passed] = [NOTHING, NOTHING, NOTHING];
  let [allowedTracked, passedTracked, untracked] = [NOTHING, NOTHING, NOTHING];

  for (const row of rows) {
    if (row.disabled) continue;
    const { sure, possible } = space.matchOf(row);
    const hit = intersect(reach, possible);
    const hitTracked = intersect(reachTracked, possible);
    if (hit === NOTHING) continue;
    let [back, backTracked] = [NOTHING, NOTHING];
    switch (row.action) {
      case "ACCEPT":
        allowed = union(allowed, hit);
        allowedTracked = union(allowedTracked, hitTracked);
        break;
      case "DROP":
      case "REJECT":
        denied = union(denied, hit);
        break;
      case "RETURN":
        passed = union(passed, hit);
        passedTracked = union(passedTracked, hitTracked);
        break;
      case "NONE":
        if (row.untracks) {
          untracked = union(untracked, hit);
          reachTracked = subtract(reachTracked, sure);
        }
        continue;
      case "JUMP":
      case "GOTO": {
        const called = fateOf(row.target ?? "");
        allowed = union(allowed, intersect(hit, called.allowed));
        allowedTracked = union(allowedTracked, intersect(hitTracked, called.allowedTracked));
        denied = union(denied, intersect(hit, called.denied));
        untracked = union(untracked, intersect(hit, called.untracked));
        const returned = intersect(hit, called.passed);
        const returnedTracked = intersect(hitTracked, called.passedTracked);
        if (row.action === "JUMP") [back, backTracked] = [returned, returnedTracked];
        else {
          passed = union(passed, returned);
          passedTracked = union(passedTracked, returnedTracked);
        }
        break;
      }
    }
    reach = union(subtract(reach, sure), back);
    reachTracked = union(subtract(reachTracked, sure), backTracked);
    if (reach === NOTHING) break;
  }
  passed = union(passed, reach);
  passedTracked = union(passedTracked, reachTracked);
  return { allowed, denied, passed, allowedTracked, passedTracked, untracked };
}
