import type { Rule } from "@network-access/firewall-rules/rule";
import { serviceSetOf } from "@network-access/firewall-rules/service-set-of";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { allAddresses } from "@network-access/traffic-sets/address-set";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";
import { productIsEmpty, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import type { Resolution } from "../model/resolved.ts";
import { isEqualsObject, type ResolvedSide, resolveSide, sumOf } from "./resolve-objects.ts";

/** One address side of a rule. */
export interface RuleAddresses extends ResolvedSide {
  /** The addresses that the side names. If a lookup of the side is unresolved, this is every address. */
  readonly addresses: AddressSet;
  /**
   * True if an object of the side has the comparison Equals. A Pass boundary then counts for the rule only if the
   * boundary's corresponding side has exactly the same addresses as this side.
   */
  readonly asksEquals: boolean;
}

/**
 * The properties of a rule from which verdicts are computed. Messages about the rule need the complete CompiledRule.
 */
export interface BareRule {
  readonly rule: Pick<Rule, "action">;
  readonly sources: BareSide;
  readonly destinations: BareSide;
  readonly services: ServiceSet;
  /**
   * The rule's traffic. If a lookup on a side is unresolved, the side counts as every address. `traffic` may then be
   * larger than the real traffic, but never smaller.
   */
  readonly traffic: TrafficProduct;
  readonly isResolved: boolean;
  readonly isEmpty: boolean;
  /**
   * Returns the ports of the rule's services that are in runs of at most `longest` consecutive TCP or UDP ports. A
   * boundary with a PortRangeSize of `longest` admits these ports.
   */
  readonly admittedRuns: (longest: number) => ServiceSet;
}

interface BareSide extends Pick<RuleAddresses, "addresses" | "asksEquals"> {
  /** `length` is the number of groups and items on the side that are known but have no address. */
  readonly empty: { readonly length: number };
}

/** A rule that is prepared for a comparison with many boundaries. */
export interface CompiledRule extends BareRule {
  readonly rule: Rule;
  readonly sources: RuleAddresses;
  readonly destinations: RuleAddresses;
}

export function compileRule(rule: Rule, resolution: Resolution): CompiledRule {
  const sources = compileRuleSide(rule.sources, resolution);
  const destinations = compileRuleSide(rule.destinations, resolution);
  const asked = serviceSetOf(rule.services);
  const traffic = { sources: sources.addresses, destinations: destinations.addresses, services: asked };
  return {
    rule,
    sources,
    destinations,
    services: asked,
    traffic,
    isResolved: sources.unresolved.length === 0 && destinations.unresolved.length === 0,
    isEmpty: productIsEmpty(traffic),
    admittedRuns: admittedRunsOf(asked),
  };
}

function compileRuleSide(objects: Rule["sources"], resolution: Resolution): RuleAddresses {
  const side = resolveSide(objects, resolution);
  return {
    ...side,
    addresses: side.unresolved.length > 0 ? allAddresses : sumOf(side, side.named),
    asksEquals: side.named.some(isEqualsObject),
  };
}

/**
 * Creates the function `admittedRuns` of a rule with the services `asked`. It returns the ports in all runs of at most
 * `longest` consecutive TCP or UDP ports in `asked`. The function caches its results. If `asked` contains all services,
 * it returns no ports.
 */
export function admittedRunsOf(asked: ServiceSet): (longest: number) => ServiceSet {
  if (services.equals(asked, services.allServices)) return () => services.noServices;
  const remembered = new Map<number, ServiceSet>();
  return (longest) => {
    const known = remembered.get(longest);
    if (known !== undefined) return known;
    const admitted = services.unionAll([
      ...runsUpTo(asked, 6, longest).map(({ start, end }) => services.tcp(start, end)),
      ...runsUpTo(asked, 17, longest).map(({ start, end }) => services.udp(start, end)),
    ]);
    remembered.set(longest, admitted);
    return admitted;
  };
}

function runsUpTo(asked: ServiceSet, protocol: 6 | 17, longest: number): { start: number; end: number }[] {
  return services.portRuns(asked, protocol).filter(({ start, end }) => end - start + 1 <= longest);
}
