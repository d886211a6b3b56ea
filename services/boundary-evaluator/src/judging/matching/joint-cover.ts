import { type AddressSet, addressCount } from "@network-access/traffic-sets/address-set";
import {
  type FamilyBlock,
  intersectProducts,
  subtractAll,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { BareRule, CompiledRule } from "../compiling/compile-rule.ts";
import { findUncovered } from "./find-uncovered.ts";
import { isInside, type PairVerdict, type RelatedPair } from "./judge-pair.ts";

/**
 * The result of checking whether Pass boundaries contain all traffic of an Allow rule, with the boundaries that contain
 * it.
 */
export type RuleCover<AnyRule extends BareRule = CompiledRule> =
  | { readonly kind: "single"; readonly rule: AnyRule; readonly boundary: CompiledBoundary }
  /** Several boundaries cover the rule only together. None of them can be left out. */
  | { readonly kind: "joint"; readonly rule: AnyRule; readonly boundaries: readonly CompiledBoundary[] }
  | NotCovered<AnyRule>
  /** The cover depends on lookups that could not be resolved. */
  | { readonly kind: "undecided"; readonly rule: AnyRule };

/**
 * A rule that Pass boundaries do not cover. `rest` is traffic of the rule that no Pass boundary allows. It excludes
 * traffic that a Pass boundary with unresolved lookups may allow once the lookups succeed.
 */
export interface NotCovered<AnyRule extends BareRule = CompiledRule> {
  readonly kind: "not-covered";
  readonly rule: AnyRule;
  readonly rest: readonly FamilyBlock[];
  /** True if `rest` is all of the uncovered traffic, and false if `rest` may be only a part of that traffic. */
  readonly isWhole: boolean;
  /** The Pass boundaries that share traffic with the rule and for which `exactSidesMatch` is true. */
  readonly granting: readonly CompiledBoundary[];
  /**
   * The pairs of the rule with Pass boundaries that share traffic with the rule but do not count towards its cover,
   * because `exactSidesMatch` is false.
   */
  readonly refusing: readonly RelatedPair<AnyRule>[];
}

const mostForWholeRest = 32;

/**
 * Returns whether and how Pass boundaries cover an Allow rule. `pairs` are the results of comparing the rule with
 * boundaries. The traffic of the rule must not be empty.
 */
export function coverRule<AnyRule extends BareRule>(
  rule: AnyRule,
  pairs: readonly PairVerdict<AnyRule>[],
): RuleCover<AnyRule> {
  if (!rule.isResolved) return { kind: "undecided", rule };
  const passing = pairs.filter(isPassing);
  const granting = passing.filter(({ exactSidesMatch }) => exactSidesMatch);
  const whole = granting.find((pair) => isInside(pair.relation));
  if (whole !== undefined)
    return { kind: "single", rule, boundary: (granting.find((pair) => pair.isMatch) ?? whole).boundary };
  const held = granting.map(({ named }) => named);
  const perhaps = pairs.filter(mayGrant).map(({ named }) => named);
  const gap = findUncovered(rule.traffic, [...held, ...perhaps]);
  if (gap === undefined) {
    const isCovered = perhaps.length === 0 || findUncovered(rule.traffic, held) === undefined;
    return isCovered
      ? { kind: "joint", rule, boundaries: neededBoundaries(rule.traffic, granting) }
      : { kind: "undecided", rule };
  }
  // The time to compute all uncovered traffic grows with the square of the number of boundaries. If there are many
  // boundaries, only one part of the uncovered traffic is returned.
  const isWhole = held.length + perhaps.length <= mostForWholeRest;
  const rest = isWhole ? subtractAll(rule.traffic, [...held, ...perhaps]) : [gap];
  const refusing = passing.filter(({ exactSidesMatch }) => !exactSidesMatch);
  return { kind: "not-covered", rule, rest, isWhole, granting: granting.map(({ boundary }) => boundary), refusing };
}

/**
 * Returns true if the Pass boundaries together contain all traffic of a rule. The rule must have no unresolved lookup.
 * A Pass boundary counts only if `exactSidesMatch` is true for its pair with the rule. Unlike `coverRule`, the function
 * does not determine which boundaries are needed.
 */
export function isCovered(rule: BareRule, pairs: readonly PairVerdict<BareRule>[]): boolean {
  const granting = pairs.filter(isPassing).filter(({ exactSidesMatch }) => exactSidesMatch);
  if (granting.some((pair) => isInside(pair.relation))) return true;
  const held = granting.map(({ named }) => named);
  return findUncovered(rule.traffic, held) === undefined;
}

function isPassing<AnyRule extends BareRule>(pair: PairVerdict<AnyRule>): pair is RelatedPair<AnyRule> {
  return pair.kind === "related" && pair.boundary.definition.action === "Pass";
}

function mayGrant(pair: PairVerdict<BareRule>): boolean {
  return pair.kind === "unresolved" && pair.boundary.definition.action === "Pass";
}

/**
 * Returns the boundaries that are needed to cover the traffic. A boundary is dropped if the remaining boundaries
 * contain its part of the traffic. The boundaries with the smallest parts are tried first. The result is in the order
 * of ids.
 */
function neededBoundaries(traffic: TrafficProduct, granting: readonly RelatedPair<BareRule>[]): CompiledBoundary[] {
  const parts = granting.map((pair, place) => {
    const own = intersectProducts(traffic, pair.named);
    return { pair, place, own, size: sizeOf(own.sources) * sizeOf(own.destinations) };
  });
  const kept = new Set(parts);
  for (const part of parts.toSorted((a, b) => a.size - b.size || b.place - a.place)) {
    kept.delete(part);
    const others = [...kept].map(({ pair }) => pair.named);
    if (findUncovered(part.own, others) !== undefined) kept.add(part);
  }
  return parts.filter((part) => kept.has(part)).map(({ pair }) => pair.boundary);
}

function sizeOf(set: AddressSet): number {
  return Number(addressCount(set));
}
