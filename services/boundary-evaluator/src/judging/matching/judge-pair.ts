import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { productsOverlap, relate, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import type { BoundaryAddresses, CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { BareRule, CompiledRule, RuleAddresses } from "../compiling/compile-rule.ts";
import type { JudgedState, TrafficRelation } from "../model/judgement.ts";

/**
 * The result of comparing a rule with a boundary. If the kind is "related", the rule and the boundary share traffic. If
 * the kind is "unresolved", a lookup is unresolved, and the rule and the boundary may share traffic.
 */
export type PairVerdict<AnyRule extends BareRule = CompiledRule> =
  | {
      readonly kind: "unresolved";
      readonly rule: AnyRule;
      readonly boundary: CompiledBoundary;
      /**
       * Contains all traffic that the boundary names for this rule, for every possible result of the unresolved
       * lookups.
       */
      readonly named: TrafficProduct;
    }
  | {
      readonly kind: "related";
      readonly rule: AnyRule;
      readonly boundary: CompiledBoundary;
      readonly relation: Exclude<TrafficRelation, "Disjoint">;
      /**
       * The traffic that the boundary names for this rule. Its services are the services that the boundary names and
       * the ports of the rule that a PortRangeSize of the boundary admits. A PortRangeSize admits each run of
       * consecutive ports in the rule that is short enough.
       */
      readonly named: TrafficProduct;
      /**
       * True if `exactSidesMatch` is true and each side of the boundary contains the whole corresponding side of the
       * rule. Each side is compared in both address families, even if the rule has no traffic in one of them.
       */
      readonly isMatch: boolean;
      /**
       * True if each side of the rule contains all addresses that the boundary requires with the comparison Equals. A
       * Pass boundary has a second condition: if a side of the rule has the comparison Equals, the same side of the
       * boundary must be exactly the same set.
       *
       * If this is false, a Pass boundary covers nothing of the rule, a Score boundary adds nothing to the score
       * because of this rule, and a Fail boundary matches only partially.
       */
      readonly exactSidesMatch: boolean;
    };

export type RelatedPair<AnyRule extends BareRule = CompiledRule> = Extract<PairVerdict<AnyRule>, { kind: "related" }>;

/**
 * Compares a rule with a boundary that applies to the rule. Returns null if they share no traffic. If a lookup is
 * unresolved, returns null only if they share no traffic whatever the lookup returns.
 */
export function judgePair<AnyRule extends BareRule>(
  rule: AnyRule,
  boundary: CompiledBoundary,
): PairVerdict<AnyRule> | null {
  const named = namedFor(rule, boundary);
  if (!rule.isResolved || !boundary.isResolved) {
    return productsOverlap(rule.traffic, named) ? { kind: "unresolved", rule, boundary, named } : null;
  }
  const relation = relate(rule.traffic, named);
  if (relation === "Disjoint") return null;
  const exactSidesMatch =
    hasAllExact(rule.sources, boundary.sources) &&
    hasAllExact(rule.destinations, boundary.destinations) &&
    (boundary.definition.action !== "Pass" ||
      (isAsAsked(rule.sources, boundary.sources) && isAsAsked(rule.destinations, boundary.destinations)));
  const isMatch = exactSidesMatch && isInside(relation) && liesInEverySide(rule, named);
  return { kind: "related", rule, boundary, relation, named, isMatch, exactSidesMatch };
}

/** Returns the boundary's traffic for this rule. */
export function namedFor(rule: Pick<CompiledRule, "admittedRuns">, boundary: CompiledBoundary): TrafficProduct {
  if (boundary.longestRun === 0) return boundary.reach;
  const admitted = services.union(boundary.services, rule.admittedRuns(boundary.longestRun));
  return { sources: boundary.sources.addresses, destinations: boundary.destinations.addresses, services: admitted };
}

export function isInside(relation: TrafficRelation): boolean {
  return relation === "Inside" || relation === "Equal";
}

/** Returns true if a Fail boundary forbids the whole rule, and false if it forbids only a part. */
export function forbidsAll(pair: RelatedPair<BareRule>): boolean {
  return isInside(pair.relation) && pair.exactSidesMatch;
}

/**
 * Returns the addresses that are missing in a side of the rule, although the boundary requires them with the comparison
 * Equals.
 */
export function missingExact(rule: Pick<RuleAddresses, "addresses">, boundary: BoundaryAddresses): AddressSet {
  return boundary.exact === null ? addresses.noAddresses : addresses.subtract(boundary.exact, rule.addresses);
}

function hasAllExact(rule: Pick<RuleAddresses, "addresses">, boundary: BoundaryAddresses): boolean {
  return boundary.exact === null || addresses.contains(rule.addresses, boundary.exact);
}

/**
 * Returns true if the rule's side does not have the comparison Equals, or if the boundary's side is the same set of
 * addresses.
 */
export function isAsAsked(rule: Pick<RuleAddresses, "addresses" | "asksEquals">, boundary: BoundaryAddresses): boolean {
  return !rule.asksEquals || addresses.equals(rule.addresses, boundary.addresses);
}

function liesInEverySide(rule: BareRule, named: TrafficProduct): boolean {
  return (
    addresses.contains(named.sources, rule.sources.addresses) &&
    addresses.contains(named.destinations, rule.destinations.addresses) &&
    services.contains(named.services, rule.services)
  );
}

/**
 * Returns the state that this pair of a rule and a boundary alone would cause, or null if it causes none. A Fail
 * boundary forbids traffic, a Pass boundary allows a rule that matches it, and a Score boundary only adds to the score.
 */
export function stateOfPair(pair: PairVerdict<BareRule>): JudgedState | null {
  if (pair.kind === "unresolved") return "Error";
  const { action, partialMatch } = pair.boundary.definition;
  if (action === "Fail") return forbidsAll(pair) ? "Fail" : partialMatch;
  return action === "Pass" && pair.isMatch ? "Pass" : null;
}
