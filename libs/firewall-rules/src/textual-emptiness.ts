import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import type { NetworkObject } from "./network-object.ts";
import { referenceOf, referencesOf } from "./reference.ts";
import type { ServiceObject } from "./service-object.ts";
import { longestAdmittedRun, serviceSetOf } from "./service-set-of.ts";
import { sideAddresses, splitSide } from "./side-addresses.ts";
import { type NoTrafficReason, whyNoTraffic } from "./why-no-traffic.ts";

interface TrafficText {
  readonly sources: readonly NetworkObject[];
  readonly destinations: readonly NetworkObject[];
  readonly services: readonly ServiceObject[];
}

/**
 * Reports whether a boundary or rule contains no traffic, whatever addresses its groups and items have. Returns the
 * reason if so, or null if the boundary or rule may contain traffic. `message` contains the reason and how to correct
 * the boundary or rule.
 */
export function denotesNoTraffic(text: TrafficText): (NoTrafficReason & { readonly message: string }) | null {
  const ordinary = serviceSetOf(text.services);
  const admitsRuns = longestAdmittedRun(text.services) > 0;
  const found = whyNoTraffic({
    sources: mostOf(text.sources),
    destinations: mostOf(text.destinations),
    services: admitsRuns ? services.unionAll([ordinary, services.allTcp(), services.allUdp()]) : ordinary,
  });
  return found === null ? null : { ...found, message: `denotes no traffic: ${found.reason}; ${found.remedy}` };
}

/**
 * Returns the largest set of addresses that a side may contain, whatever addresses its groups and items have. A named
 * group or item counts as every address. If the side also negates the same group or item, the named one counts as no
 * address. A negated group or item excludes no address.
 */
function mostOf(objects: readonly NetworkObject[]): AddressSet {
  const { named, negated } = splitSide(objects);
  const negatedReferences = new Set(referencesOf(negated));
  const mostOfNamed = (object: NetworkObject): AddressSet =>
    writtenOf(
      object,
      negatedReferences.has(referenceOf(object) ?? "") ? addresses.noAddresses : addresses.allAddresses,
    );
  return sideAddresses({
    named,
    included: addresses.unionAll(named.map(mostOfNamed)),
    excluded: addresses.unionAll(negated.map((object) => writtenOf(object, addresses.noAddresses))),
  });
}

function writtenOf(object: NetworkObject, unwritten: AddressSet): AddressSet {
  if (object.type === "Any") return addresses.allAddresses;
  return object.type === "Cidr" ? addresses.addressSetOfTexts([object.cidr]) : unwritten;
}
