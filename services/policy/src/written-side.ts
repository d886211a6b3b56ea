import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { referencesOf } from "@network-access/firewall-rules/reference";
import { longestAdmittedRun, serviceSetOf } from "@network-access/firewall-rules/service-set-of";
import { sideAddresses, splitSide } from "@network-access/firewall-rules/side-addresses";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";

/**
 * A set of addresses: `written` and the addresses of all groups and items in `references`, without `negated` and
 * without the addresses of `negatedReferences`. The addresses of groups and items are not known here.
 */
export interface WrittenAddresses {
  readonly written: AddressSet;
  readonly references: ReadonlySet<string>;
  readonly negated: AddressSet;
  readonly negatedReferences: ReadonlySet<string>;
}

/** One address side of a boundary. */
export interface WrittenSide {
  readonly all: WrittenAddresses;
  /** The addresses of the objects with Equals. A rule's side must contain all of them. Null if there are none. */
  readonly exact: WrittenAddresses | null;
}

export interface WrittenServices {
  readonly ordinary: ServiceSet;
  /**
   * The largest number of consecutive ports that an object of the type PortRangeSize admits. It is 0 if there is no
   * such object, or if the other objects already admit every TCP and UDP port.
   */
  readonly longestRun: number;
}

export function writtenSide(objects: BoundaryText["sources"]): WrittenSide {
  const { named, negated: negatives } = splitSide(objects);
  const exact = named.filter((one) => one.type !== "Any" && one.comparison === "Equals");
  const negated = addressesIn(negatives);
  const negatedReferences = new Set(referencesOf(negatives));
  const without = (kept: readonly NetworkObject[]): WrittenAddresses => {
    const written = sideAddresses({ named, included: addressesIn(kept), excluded: negated });
    const isEverything = addresses.equals(written, addresses.complement(negated));
    const references = new Set(isEverything ? [] : referencesOf(kept)).difference(negatedReferences);
    return { written, references, negated, negatedReferences };
  };
  const asked = without(exact);
  const asksNothing = addresses.isEmpty(asked.written) && asked.references.size === 0;
  return { all: without(named), exact: exact.length === 0 || asksNothing ? null : asked };
}

export function writtenServices(objects: BoundaryText["services"]): WrittenServices {
  const ordinary = serviceSetOf(objects);
  const everyPort = services.unionAll([services.allTcp(), services.allUdp()]);
  return { ordinary, longestRun: services.contains(ordinary, everyPort) ? 0 : longestAdmittedRun(objects) };
}

/** Returns the services that a rule inside the boundary can have. A PortRangeSize adds all TCP and UDP ports. */
export function reachedServices({ ordinary, longestRun }: WrittenServices): ServiceSet {
  return longestRun === 0 ? ordinary : services.unionAll([ordinary, services.allTcp(), services.allUdp()]);
}

/** Returns the addresses that the set contains in every case, whatever addresses the groups and items have. */
export function leastOf({ written, negatedReferences }: WrittenAddresses): AddressSet {
  return negatedReferences.size > 0 ? addresses.noAddresses : written;
}

/**
 * Returns all addresses that the set can contain. Which of them it contains depends on the addresses of the groups and
 * items.
 */
export function mostOf({ written, references, negated }: WrittenAddresses): AddressSet {
  return references.size > 0 ? addresses.complement(negated) : written;
}

export function isKnown({ references, negatedReferences }: WrittenAddresses): boolean {
  return references.size === 0 && negatedReferences.size === 0;
}

/**
 * Returns true if `outer` contains `inner` whatever addresses the groups and items have. Returns false if this is
 * uncertain.
 */
export function surelyWithin(inner: WrittenAddresses, outer: WrittenAddresses): boolean {
  return (
    inner.references.isSubsetOf(outer.references) &&
    outer.negatedReferences.isSubsetOf(inner.negatedReferences) &&
    addresses.contains(outer.written, inner.written) &&
    // A group or item in `inner.references` may have any address. So `inner` must negate every address that `outer`
    // negates.
    (inner.references.size === 0 || addresses.contains(inner.negated, outer.negated))
  );
}

function addressesIn(objects: readonly NetworkObject[]): AddressSet {
  if (objects.some(({ type }) => type === "Any")) return addresses.allAddresses;
  return addresses.addressSetOfTexts(objects.flatMap((one) => (one.type === "Cidr" ? [one.cidr] : [])));
}
