import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import {
  type FamilyBlock,
  intersectProducts,
  productContains,
  relate,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import { admittedRunsOf, type CompiledRule } from "../compiling/compile-rule.ts";
import { findUncovered } from "../matching/find-uncovered.ts";
import { namedFor, type RelatedPair } from "../matching/judge-pair.ts";
import { holds, type Kept, measureOf, writableServices } from "../matching/rule-part.ts";
import { carved } from "./carve-part.ts";
import { type Ground, growingOrders, grown } from "./grow-part.ts";

export interface TrimNeeds {
  /**
   * The Fail boundaries with a PortRangeSize. A PortRangeSize admits only runs of ports up to a certain length. A part
   * of the rule may have shorter runs than the rule. The part may then overlap such a boundary even if the whole rule
   * does not.
   */
  readonly failingByRuns: readonly CompiledBoundary[];
  /**
   * Writes the part as a rule of its own. Returns this rule if it would pass, and otherwise null. The rule may have
   * less traffic than the part.
   */
  readonly offer: (part: TrafficProduct) => CompiledRule | null;
  /** Returns false if the time for the search is used up. The parts found by then are the result. */
  readonly goesOn: () => boolean;
  /** The largest number of attempts to make a part. */
  readonly mostAttempts: number;
}

/** A Pass boundary that contains a part of the rule. */
interface Grant {
  readonly named: TrafficProduct;
  readonly part: TrafficProduct;
  /**
   * The addresses that a smaller rule must contain. Without them, the smaller rule would not meet a comparison with
   * Equals, and the Pass boundary would not allow its traffic.
   */
  readonly kept: Kept;
}

/**
 * Returns the parts of a rule that would pass as separate rules, with the largest first. No part lies within the
 * combined traffic of the parts before it.
 *
 * The search for a part starts with traffic of the rule that one Pass boundary contains. The function removes forbidden
 * traffic from it. It then extends the part to traffic that other Pass boundaries contain. Together, the parts contain
 * all traffic of the rule that Pass boundaries allow and that no Fail boundary touches. Some of this traffic may be
 * missing if the attempts or the time run out.
 */
export function trimRule(
  rule: CompiledRule,
  pairs: readonly RelatedPair[],
  { failingByRuns, offer, goesOn, mostAttempts }: TrimNeeds,
): CompiledRule[] {
  const measure = measureOf(rule.traffic);
  const { share } = measure;
  const grants = grantsOf(rule, pairs)
    .map((grant) => ({ grant, share: share(grant.part) }))
    .sort((a, b) => b.share - a.share)
    .map(({ grant }) => grant);
  const objecting = objectionsTo(pairs, failingByRuns);
  const ground: Ground = {
    whole: rule.traffic,
    allowing: (part) => grants.filter(({ kept }) => holds(part, kept)).map(({ named }) => named),
    objecting,
    goesOn,
  };
  const offered: CompiledRule[] = [];
  const settled: TrafficProduct[] = [];
  let attempts = 0;

  /**
   * Removes forbidden traffic from `start`, and then extends the remaining part once in each of `growingOrders`. Skips
   * parts that lie inside one of the products in `settled`, and parts that would not pass. Adds the largest of the
   * other parts to `offered`.
   */
  function tryFrom(start: TrafficProduct, kept: Kept): void {
    attempts += 1;
    const seed = carved(start, kept, { objecting, measure, goesOn });
    if (seed === undefined) return;
    const wide = growingOrders.map((order) => grown(seed, order, ground)).sort((a, b) => share(b) - share(a));
    for (const part of [...wide, seed]) {
      if (settled.some((one) => productContains(one, part))) continue;
      const fits = offer(part);
      if (fits === null) continue;
      offered.push(fits);
      settled.push(fits.traffic);
      return;
    }
  }

  for (const { part, kept } of grants) {
    const forbidden = objecting(rule.traffic).flatMap((named) => reachOf(named, rule.traffic, kept));
    const nextGap = (): FamilyBlock | undefined =>
      attempts < mostAttempts && goesOn() ? findUncovered(part, [...settled, ...forbidden]) : undefined;
    let gap = nextGap();
    if (gap !== undefined) tryFrom(part, kept);
    for (gap = nextGap(); gap !== undefined; gap = nextGap()) {
      const block = gap;
      tryFrom(aroundGap(block, part, kept), kept);
      // From now on, the block is treated as settled, even if no part in the result contains it. Otherwise `nextGap`
      // could return the same block again.
      if (!settled.some((one) => productContains(one, block))) settled.push(block);
    }
  }
  return withoutNeedless(offered.toSorted((a, b) => share(b.traffic) - share(a.traffic)));
}

/**
 * Returns a function. For a part of the rule, this function returns the traffic that the part must avoid, with one
 * element for each Fail boundary. The traffic of a boundary in `byRuns` depends on the services of the part.
 */
function objectionsTo(
  pairs: readonly RelatedPair[],
  byRuns: readonly CompiledBoundary[],
): (part: TrafficProduct) => readonly TrafficProduct[] {
  const plain = pairs.flatMap(({ boundary }) =>
    boundary.definition.action === "Fail" && boundary.longestRun === 0 ? [boundary.reach] : [],
  );
  if (byRuns.length === 0) return () => plain;
  return (part) => {
    const asRule = { admittedRuns: admittedRunsOf(part.services) };
    return [...plain, ...byRuns.map((boundary) => namedFor(asRule, boundary))];
  };
}

function grantsOf(rule: CompiledRule, pairs: readonly RelatedPair[]): Grant[] {
  return pairs
    .filter(({ boundary, exactSidesMatch }) => boundary.definition.action === "Pass" && exactSidesMatch)
    .map(({ named, boundary }) => ({
      named,
      part: intersectProducts(rule.traffic, named),
      kept: { sources: keptOf(rule, boundary, "sources"), destinations: keptOf(rule, boundary, "destinations") },
    }));
}

/**
 * Returns the addresses that this side of a smaller rule must contain. If the rule's side has the comparison Equals,
 * these are all addresses of the side, because with fewer addresses the side would not equal the boundary's side. If
 * the rule's side has no Equals, these are the addresses that the boundary requires by Equals, if any.
 */
function keptOf(rule: CompiledRule, boundary: RelatedPair["boundary"], side: keyof Kept): AddressSet {
  return rule[side].asksEquals ? rule[side].addresses : (boundary[side].exact ?? addresses.noAddresses);
}

/**
 * Returns the traffic that a smaller rule must leave out. The smaller rule must contain the addresses in `kept` and
 * must share no packet with `named`. The result contains all traffic of `named` that is in `whole`. It also contains
 * all traffic that can't be in one rule with the addresses in `kept`, because a rule with both would share packets with
 * `named`.
 */
function reachOf(named: TrafficProduct, whole: TrafficProduct, kept: Kept): TrafficProduct[] {
  if (addresses.isEmpty(kept.sources) && addresses.isEmpty(kept.destinations)) return [named];
  return ([4, 6] as const).flatMap((family) => {
    const own = {
      sources: addresses.onlyFamily(named.sources, family),
      destinations: addresses.onlyFamily(named.destinations, family),
      services: services.onlyFamily(named.services, family),
    };
    const meetsSources = addresses.overlaps(own.sources, kept.sources);
    const meetsDestinations = addresses.overlaps(own.destinations, kept.destinations);
    // If `kept` overlaps both the sources and the destinations of `named`, a rule that contains `kept` can avoid
    // `named` only by leaving out the services of `named`. They are left out in both families, because most service
    // objects apply to both families.
    if (meetsSources && meetsDestinations) return [{ ...whole, services: inBothFamilies(own.services) }];
    if (meetsSources) return [{ ...own, sources: whole.sources }];
    return [meetsDestinations ? { ...own, destinations: whole.destinations } : own];
  });
}

/** Returns the smallest part of `grant` that contains `block` and `kept`, and that a rule can express. */
function aroundGap(block: FamilyBlock, grant: TrafficProduct, kept: Kept): TrafficProduct {
  return {
    sources: addresses.union(block.sources, kept.sources),
    destinations: addresses.union(block.destinations, kept.destinations),
    services: writableServices(services.intersect(inBothFamilies(block.services), grant.services)),
  };
}

/** Returns a set in which both families have all services that `v4` or `v6` contains. */
function inBothFamilies({ v4, v6 }: TrafficProduct["services"]): TrafficProduct["services"] {
  return services.union({ v4, v6 }, { v4: v6, v6: v4 });
}

/**
 * Drops each suggested rule whose traffic lies within the kept rules before it together, or within one rule after it.
 * The rules are sorted by their shares of the original rule's traffic, largest first. Because shares are rounded, a
 * smaller rule may be before a larger rule that contains it. So each rule is compared with the rules before it and with
 * the rules after it.
 */
function withoutNeedless(rules: readonly CompiledRule[]): CompiledRule[] {
  const kept: TrafficProduct[] = [];
  return rules.filter(({ traffic }, place) => {
    const isLess = rules.slice(place + 1).some((after) => relate(traffic, after.traffic) === "Inside");
    const isNeeded = !isLess && findUncovered(traffic, kept) !== undefined;
    if (isNeeded) kept.push(traffic);
    return isNeeded;
  });
}
