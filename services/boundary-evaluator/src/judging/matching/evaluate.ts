import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { BareRule, CompiledRule } from "../compiling/compile-rule.ts";
import { type BitSet, emptyBits, hasBit, setBit } from "../indexing/bit-set.ts";
import type { BoundarySet } from "../indexing/boundary-set.ts";
import { judgePair, type PairVerdict } from "./judge-pair.ts";

/** What touches what; nothing is explained yet. */
export interface TouchedPairs<AnyRule extends BareRule = CompiledRule> {
  /** The touched pairs of a boundary, in the order of the rules; a boundary without any is not in it. */
  readonly byBoundary: ReadonlyMap<CompiledBoundary, readonly PairVerdict<AnyRule>[]>;
  /** The same pairs by rule, in the order of the boundaries' ids; a rule without traffic is not in it. */
  readonly byRule: ReadonlyMap<AnyRule, readonly PairVerdict<AnyRule>[]>;
}

/** All that decides the state of a request. */
export interface Deciding<AnyRule extends BareRule = CompiledRule> extends TouchedPairs<AnyRule> {
  /** Some Score boundary takes part, near or far. */
  readonly takesScore: boolean;
}

/** The boundaries that take part and what they touch. */
export interface Verdicts extends Deciding {
  /** Enforced and admitting the project, by id. */
  readonly boundaries: readonly CompiledBoundary[];
}

/** Which boundaries may be near rules of each action. */
export interface Looking {
  readonly Allow: BitSet;
  readonly Deny: BitSet;
}

/** Lays every rule beside every boundary that looks at it and is near it. */
export function evaluate(rules: readonly CompiledRule[], set: BoundarySet, projectId: string): Verdicts {
  const admitted = admittedBy(set, projectId);
  const boundaries =
    admitted === null ? set.boundaries : set.boundaries.filter((_, position) => hasBit(admitted, position));
  const takesScore = boundaries.some(({ definition }) => definition.action === "Score");
  return { boundaries, takesScore, ...touchedPairs(rules, set, lookingAmong(set, admitted)) };
}

/** Those of `among` that look at rules of each action; null stands for all. */
export function lookingAmong(set: BoundarySet, among: BitSet | null): Looking {
  return { Allow: meet(set.lookingAt.Allow, among), Deny: meet(set.lookingAt.Deny, among) };
}

/** Lays every rule beside every one of these boundaries that is near it. */
export function touchedPairs<AnyRule extends BareRule>(
  rules: readonly AnyRule[],
  set: BoundarySet,
  looking: Looking,
): TouchedPairs<AnyRule> {
  const byBoundary = new Map<CompiledBoundary, PairVerdict<AnyRule>[]>();
  const byRule = new Map<AnyRule, PairVerdict<AnyRule>[]>();
  for (const rule of rules) {
    if (rule.isEmpty) continue;
    const pairs: PairVerdict<AnyRule>[] = [];
    set.index.eachNear(rule.traffic, looking[rule.rule.action], (position) => {
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
  return { byBoundary, byRule };
}

/** The boundaries that look at a project; null: all of them. */
export function admittedBy(set: BoundarySet, projectId: string): BitSet | null {
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
