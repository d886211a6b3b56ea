import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { blocksOfProduct } from "@network-access/traffic-sets/traffic-product";
import type { RelatedPair } from "../matching/judge-pair.ts";
import { failingSides } from "../matching/pair-evidence.ts";
import { type Family, joined, serviceText, sideText } from "./message-text.ts";
import { outsideObjects } from "./outside-objects.ts";

/**
 * Describes the rule's traffic that lies outside the boundary, one side after the other: "8.8.8.0/24 in the sources".
 */
export function outsideMessage(pair: RelatedPair, showsAddresses: boolean, mostNamed: number): string {
  const families = blocksOfProduct(pair.rule.traffic).map(({ family }) => family);
  const sides = failingSides(pair);
  if (mostNamed === 0)
    return `some of the ${joined(
      sides.map((side) => sideText[side]),
      "and",
    )}`;
  const parts = sides.map((side) => {
    if (side === "Service") return outsideServices(pair, families, showsAddresses, mostNamed);
    const name = side === "Source" ? "sources" : "destinations";
    return `${outsideObjects(pair.rule[name], pair.named[name], families, showsAddresses, mostNamed)} in the ${name}`;
  });
  return joined(parts, "and");
}

/**
 * Lists the addresses and services of the rule that are outside the boundary, for both address families. Addresses and
 * services of a family in which the rule has no traffic are listed too. Returns an empty text if nothing is outside the
 * boundary.
 */
export function exactOutsideMessage({ rule, named }: RelatedPair, showsAddresses: boolean, mostNamed: number): string {
  const both: readonly Family[] = [4, 6];
  const parts: string[] = [];
  for (const name of ["sources", "destinations"] as const) {
    if (addresses.contains(named[name], rule[name].addresses)) continue;
    parts.push(`${outsideObjects(rule[name], named[name], both, showsAddresses, mostNamed)} in the ${name}`);
  }
  const extra = services.subtract(rule.services, named.services);
  for (const family of both) {
    if (services.isEmptyIn(extra, family)) continue;
    parts.push(`${serviceText(extra, [family], showsAddresses, mostNamed)} of IPv${family} in the services`);
  }
  return joined(parts, "and");
}

function outsideServices(
  { rule, named, boundary }: RelatedPair,
  families: readonly Family[],
  showsAddresses: boolean,
  mostNamed: number,
): string {
  const extra = services.subtract(rule.services, named.services);
  const affected = families.filter((family) => !services.isEmptyIn(extra, family));
  const where = affected.length < families.length ? ` of IPv${affected[0]}` : "";
  // If the caller may see the boundary, the text says how many consecutive ports the boundary's PortRangeSize admits.
  const { longestRun } = boundary;
  const isNamed = showsAddresses && longestRun > 0;
  const limit = isNamed
    ? ` (a range of the rule may have at most ${longestRun} ${longestRun === 1 ? "port" : "ports"})`
    : "";
  return `${serviceText(extra, affected, showsAddresses, mostNamed)}${where} in the services${limit}`;
}
