import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ConnectionSpace } from "./connection-space.ts";
import { type Diagram, NOTHING } from "./decision-diagram.ts";

/**
 * What a policy does with the connections that reach it, were it all of them. What is neither surely allowed, nor surely
 * denied, nor surely passed on is uncertain: a row that was not understood could decide it.
 */
export interface Fate {
  readonly allowed: Diagram;
  readonly denied: Diagram;
  /** No row decides. */
  readonly passed: Diagram;
  /** What may get past every row: `passed` and more. */
  readonly mayPass: Diagram;
  /** The device surely stops tracking these, or may stop. */
  readonly untracked: Diagram;
  readonly mayBeUntracked: Diagram;
}

/**
 * Decides connections by policies. A policy that others call is decided once, because what it does with a connection does
 * not depend on its caller: the work grows with the rows, not with the paths.
 */
export function createPolicyDecisions(
  { policies }: Pick<Snapshot, "policies">,
  space: ConnectionSpace,
): (name: string) => Fate {
  const fates = new Map<string, Fate>();

  /** The depth is bounded: the assembled snapshot has no loop and no deep nesting. */
  function fateOf(name: string): Fate {
    const known = fates.get(name);
    if (known) return known;
    const fate = decideRows(policies.get(name)?.rows ?? [], space, fateOf);
    fates.set(name, fate);
    return fate;
  }
  return fateOf;
}

/** Decides by rows in order, the first match first. */
function decideRows(rows: readonly SnapshotRow[], space: ConnectionSpace, fateOf: (policy: string) => Fate): Fate {
  const { universe, intersect, union, subtract } = space;
  let [reach, mayReach] = [universe, universe];
  let [allowed, denied, passed, mayPass, untracked, mayBeUntracked] = [
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
    NOTHING,
  ];

  for (const row of rows) {
    if (row.disabled) continue;
    const { sure, possible } = space.matchOf(row);
    const hit = intersect(reach, sure);
    const mayHit = intersect(mayReach, possible);
    if (mayHit === NOTHING) continue;
    const called = row.target === undefined ? undefined : fateOf(row.target);
    if (called) {
      allowed = union(allowed, intersect(hit, called.allowed));
      denied = union(denied, intersect(hit, called.denied));
      untracked = union(untracked, intersect(hit, called.untracked));
      mayBeUntracked = union(mayBeUntracked, intersect(mayHit, called.mayBeUntracked));
    }
    let [back, mayBack] = [NOTHING, NOTHING];
    switch (row.action) {
      case "ACCEPT":
        allowed = union(allowed, hit);
        break;
      case "DROP":
      case "REJECT":
        denied = union(denied, hit);
        break;
      case "RETURN":
        passed = union(passed, hit);
        mayPass = union(mayPass, mayHit);
        break;
      case "GOTO":
        passed = union(passed, intersect(hit, called?.passed ?? NOTHING));
        mayPass = union(mayPass, intersect(mayHit, called?.mayPass ?? NOTHING));
        break;
      case "JUMP":
        // Whether or not such a connection matches the row: the called policy would pass it back.
        back = intersect(intersect(reach, possible), called?.passed ?? NOTHING);
        mayBack = intersect(mayHit, called?.mayPass ?? NOTHING);
        break;
      case "NONE":
        if (row.untracks) {
          untracked = union(untracked, hit);
          mayBeUntracked = union(mayBeUntracked, mayHit);
        }
        continue;
    }
    reach = union(subtract(reach, possible), back);
    mayReach = union(subtract(mayReach, sure), mayBack);
    if (mayReach === NOTHING) break;
  }
  return {
    ...{ allowed, denied, untracked, mayBeUntracked },
    ...{ passed: union(passed, reach), mayPass: union(mayPass, mayReach) },
  };
}
