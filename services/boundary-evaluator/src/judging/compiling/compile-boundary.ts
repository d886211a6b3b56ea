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
   * The addresses of the side's objects, without the addresses that the side negates. Objects with Equals and objects
   * with Contains are both included. If a lookup of the side is unresolved, this is every address.
   */
  readonly addresses: AddressSet;
  /**
   * The addresses of the objects with the comparison Equals, without the addresses that the side negates. A rule
   * matches the boundary only if this side of the rule contains all of these addresses. Null if no object has the
   * comparison Equals.
   */
  readonly exact: AddressSet | null;
}

/**
 * A boundary that is prepared for a comparison with rules. It becomes invalid when the boundary gets a new revision, or
 * when the lookup of a group or item that the boundary names returns another result.
 */
export interface CompiledBoundary {
  readonly definition: BoundaryDefinition;
  readonly sources: BoundaryAddresses;
  readonly destinations: BoundaryAddresses;
  /**
   * The services that the boundary contains, whatever a rule requests. Ports that only a PortRangeSize object admits are
   * missing. Whether such an object admits a port depends on the number of consecutive ports that the rule requests.
   */
  readonly services: ServiceSet;
  /**
   * The largest number of consecutive ports that a PortRangeSize of the boundary admits, or 0 if the boundary has no
   * PortRangeSize.
   */
  readonly longestRun: number;
  /**
   * Contains all traffic that the boundary can have, whatever a rule requests and whatever the unresolved lookups
   * return. Traffic outside `reach` is never inside the boundary.
   */
  readonly reach: TrafficProduct;
  readonly isResolved: boolean;
  /** True if the boundary names no traffic at all, so that no rule can match it. */
  readonly isEmpty: boolean;
  /** The boundary's result for a request that does not touch the boundary. */
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

/**
 * Returns a key for everything on which a compiled boundary depends. Boundaries with equal keys compile to the same
 * result.
 */
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
