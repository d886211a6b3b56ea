import { type BitSet, emptyBits, hasBit, setBit } from "./bit-set.ts";
import type { BoundarySet } from "./boundary-set.ts";
import type { CompiledBoundary } from "./compile-boundary.ts";
import type { CompiledRule } from "./compile-rule.ts";
import { judgePair, type PairVerdict } from "./judge-pair.ts";

/** The boundaries that take part and what they touch; nothing is explained yet. */
export interface Verdicts {
  /** Enforced and admitting the project, by id. */
  readonly boundaries: readonly CompiledBoundary[];
  /** The touched pairs of a boundary, in the order of the rules; a boundary without any is not in it. */
  readonly byBoundary: ReadonlyMap<CompiledBoundary, readonly PairVerdict[]>;
  /** The same pairs by rule, in the order of the boundaries' ids. */
  readonly byRule: ReadonlyMap<CompiledRule, readonly PairVerdict[]>;
}

/** Lays every rule beside every boundary that looks at it and is near it. */
export function evaluate(rules: readonly CompiledRule[], set: BoundarySet, projectId: string): Verdicts {
  const admitted = admittedBy(set, projectId);
  const allowed = { Allow: meet(set.lookingAt.Allow, admitted), Deny: meet(set.lookingAt.Deny, admitted) };
  const byBoundary = new Map<CompiledBoundary, PairVerdict[]>();
  const byRule = new Map<CompiledRule, PairVerdict[]>();
  for (const rule of rules) {
    if (rule.isEmpty) continue;
    const pairs: PairVerdict[] = [];
    set.index.eachNear(rule.traffic, allowed[rule.rule.action], (position) => {
      const boundary = set.boundaries[position];
      const pair = boundary === undefined ? null : judgePair(rule, boundary);
      if (pair === null) return;
      pairs.push(pair);
      const known = byBoundary.get(pair.boundary);
      if (known === undefined) byBoundary.set(pair.boundary, [pair]);
      else known.push(pair);
    });
    byRule.set(rule, pairs);
  }
  const boundaries =
    admitted === null ? set.boundaries : set.boundaries.filter((_, position) => hasBit(admitted, position));
  return { boundaries, byBoundary, byRule };
}

/** Null: all of them. */
function admittedBy(set: BoundarySet, projectId: string): BitSet | null {
  if (set.restricted.length === 0) return null;
  const admitted = emptyBits(set.boundaries.length);
  set.boundaries.forEach(({ definition }, position) => {
    if (definition.projectIds?.includes(projectId) ?? true) setBit(admitted, position);
  });
  return admitted;
}

function meet(bits: BitSet, others: BitSet | null): BitSet {
  return others === null ? bits : bits.map((word, index) => word & (others[index] ?? 0));
}
