import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { BareRule, CompiledRule } from "../compiling/compile-rule.ts";
import { type BitSet, emptyBits, hasBit, setBit } from "../indexing/bit-set.ts";
import type { BoundarySet } from "../indexing/boundary-set.ts";
import { judgePair, type PairVerdict } from "./judge-pair.ts";

/** The pairs of rules and boundaries that touch each other, without explanations. */
export interface TouchedPairs<AnyRule extends BareRule = CompiledRule> {
  /**
   * For each boundary, its pairs with the rules that it touches, in the order of the rules. A boundary that touches no
   * rule is left out.
   */
  readonly byBoundary: ReadonlyMap<CompiledBoundary, readonly PairVerdict<AnyRule>[]>;
  /** For each rule with traffic, its pairs with the boundaries that share traffic with it, ordered by boundary id. */
  readonly byRule: ReadonlyMap<AnyRule, readonly PairVerdict<AnyRule>[]>;
}

/** Everything that decides the state of a request. */
export interface Deciding<AnyRule extends BareRule = CompiledRule> extends TouchedPairs<AnyRule> {
  /** True if an enforced Score boundary applies to the project, even if it touches no rule. */
  readonly hasScoreBoundary: boolean;
}

/** The boundaries of an evaluation, and the pairs of rules and boundaries that touch each other. */
export interface Verdicts extends Deciding {
  /** The enforced boundaries that apply to the project, ordered by id. */
  readonly boundaries: readonly CompiledBoundary[];
}

/** The boundaries that apply to Allow rules, and the boundaries that apply to Deny rules. */
export interface BoundariesByAction {
  readonly Allow: BitSet;
  readonly Deny: BitSet;
}

/** Compares every rule with every boundary that applies to the rule and may share traffic with it. */
export function evaluate(rules: readonly CompiledRule[], set: BoundarySet, projectId: string): Verdicts {
  const admitted = admittedBy(set, projectId);
  const boundaries =
    admitted === null ? set.boundaries : set.boundaries.filter((_, position) => hasBit(admitted, position));
  const hasScoreBoundary = boundaries.some(({ definition }) => definition.action === "Score");
  return { boundaries, hasScoreBoundary, ...touchedPairs(rules, set, boundariesByAction(set, admitted)) };
}

/**
 * Returns the boundaries that apply to Allow rules and the boundaries that apply to Deny rules. If `among` is not null,
 * only boundaries in `among` are returned.
 */
export function boundariesByAction(set: BoundarySet, among: BitSet | null): BoundariesByAction {
  return { Allow: meet(set.byRuleAction.Allow, among), Deny: meet(set.byRuleAction.Deny, among) };
}

/**
 * Compares every rule that has traffic with the boundaries that apply to its action and may share traffic with it.
 * Returns the pairs of a rule and a boundary that touch each other.
 */
export function touchedPairs<AnyRule extends BareRule>(
  rules: readonly AnyRule[],
  set: BoundarySet,
  byAction: BoundariesByAction,
): TouchedPairs<AnyRule> {
  const byBoundary = new Map<CompiledBoundary, PairVerdict<AnyRule>[]>();
  const byRule = new Map<AnyRule, PairVerdict<AnyRule>[]>();
  for (const rule of rules) {
    if (rule.isEmpty) continue;
    const pairs: PairVerdict<AnyRule>[] = [];
    set.index.eachNear(rule.traffic, byAction[rule.rule.action], (position) => {
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

/** Returns the positions of the boundaries that apply to a project, or null if all boundaries do. */
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
