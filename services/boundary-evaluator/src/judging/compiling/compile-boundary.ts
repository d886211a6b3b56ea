import { referencesOf } from "@network-access/firewall-rules/reference";
import { longestAdmittedRun, serviceSetOf } from "@network-access/firewall-rules/service-set-of";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";
import { productIsEmpty, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { JudgedResult } from "../model/judgement.ts";
import { type Resolution, resolvedOf } from "../model/resolved.ts";
import { silentResult } from "../model/silent-result.ts";
import { isEqualsObject, type ResolvedSide, resolveSide, sumOf } from "./resolve-objects.ts";

/** One address side of a boundary. */
export interface BoundaryAddresses extends ResolvedSide {
  /**
   * Everything that the side names with Equals and Contains objects together. While something is unresolved, it is
   * every address.
   */
  readonly addresses: AddressSet;
  /** The part that a rule must name in full, or null if no object has Equals. */
  readonly exact: AddressSet | null;
}

/**
 * A boundary prepared for a comparison with rules. It is valid for one revision and one resolution of what the boundary
 * names.
 */
export interface CompiledBoundary {
  readonly definition: BoundaryDefinition;
  readonly sources: BoundaryAddresses;
  readonly destinations: BoundaryAddresses;
  /** Without what PortRangeSize admits, which depends on the rule. */
  readonly services: ServiceSet;
  /** The longest port run it admits; 0 without PortRangeSize. */
  readonly longestRun: number;
  /**
   * All traffic that the boundary could name for some rule or with some result of its lookups. Traffic that is disjoint
   * from this reach is disjoint from the boundary.
   */
  readonly reach: TrafficProduct;
  readonly isResolved: boolean;
  /** It names no traffic at all, so no rule can match. */
  readonly isEmpty: boolean;
  /** Its result for a request that it does not touch. */
  readonly silent: JudgedResult;
}

export function compileBoundary(definition: BoundaryDefinition, resolution: Resolution): CompiledBoundary {
  const sources = compileBoundarySide(definition.sources, resolution);
  const destinations = compileBoundarySide(definition.destinations, resolution);
  const ordinary = serviceSetOf(definition.services);
  const longestRun = longestAdmittedRun(definition.services);
  const reach = {
    sources: sources.addresses,
    destinations: destinations.addresses,
    services: longestRun === 0 ? ordinary : services.unionAll([ordinary, services.allTcp(), services.allUdp()]),
  };
  return {
    definition,
    sources,
    destinations,
    services: ordinary,
    longestRun,
    reach,
    isResolved: sources.unresolved.length === 0 && destinations.unresolved.length === 0,
    isEmpty: productIsEmpty(reach),
    silent: silentResult(definition),
  };
}

/** Gives what a compiled boundary depends on. Boundaries with equal keys compile to the same result. */
export function compilationKey(definition: BoundaryDefinition, resolution: Resolution): string {
  const references = referencesOf([...definition.sources, ...definition.destinations]);
  const answers = references.map((reference) => {
    const resolved = resolvedOf(resolution, reference);
    if (resolved.outcome === "resolved" || resolved.outcome === "empty")
      return [reference, resolved.outcome, resolved.hash];
    return [reference, resolved.outcome, resolved.outcome === "failed" ? resolved.reason : ""];
  });
  return JSON.stringify([definition.id, definition.revision, answers]);
}

function compileBoundarySide(objects: BoundaryDefinition["sources"], resolution: Resolution): BoundaryAddresses {
  const side = resolveSide(objects, resolution);
  const exactly = side.named.filter(isEqualsObject);
  return {
    ...side,
    addresses: side.unresolved.length > 0 ? addresses.allAddresses : sumOf(side, side.named),
    exact: exactly.length === 0 ? null : sumOf(side, exactly),
  };
}
