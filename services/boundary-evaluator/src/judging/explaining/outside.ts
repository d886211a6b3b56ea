import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { blocksOfProduct } from "@network-access/traffic-sets/traffic-product";
import type { RelatedPair } from "../matching/judge-pair.ts";
import { failingSides } from "../matching/pair-evidence.ts";
import { type Family, joined, serviceText } from "./message-text.ts";
import { outsideObjects } from "./outside-objects.ts";

/** What of the rule's traffic lies outside the boundary, side by side: "8.8.8.0/24 in the sources". */
export function outsideMessage(pair: RelatedPair, showsAddresses: boolean): string {
  const families = blocksOfProduct(pair.rule.traffic).map(({ family }) => family);
  const parts = failingSides(pair).map((side) => {
    if (side === "Service") return outsideServices(pair, families);
    const name = side === "Source" ? "sources" : "destinations";
    return `${outsideObjects(pair.rule[name], pair.named[name], families, showsAddresses)} in the ${name}`;
  });
  return joined(parts, "and");
}

/** What lies outside to the letter although the rule has no such traffic; empty when nothing does. */
export function exactOutsideMessage({ rule, named }: RelatedPair, showsAddresses: boolean): string {
  const both: readonly Family[] = [4, 6];
  const parts: string[] = [];
  for (const name of ["sources", "destinations"] as const) {
    if (addresses.contains(named[name], rule[name].addresses)) continue;
    parts.push(`${outsideObjects(rule[name], named[name], both, showsAddresses)} in the ${name}`);
  }
  const extra = services.subtract(rule.services, named.services);
  for (const family of both) {
    if (services.isEmptyIn(extra, family)) continue;
    parts.push(`${serviceText(extra, [family])} of IPv${family} in the services`);
  }
  return joined(parts, "and");
}

function outsideServices({ rule, named }: RelatedPair, families: readonly Family[]): string {
  const extra = services.subtract(rule.services, named.services);
  const concerned = families.filter((family) => !services.isEmptyIn(extra, family));
  const where = concerned.length < families.length ? ` of IPv${concerned[0]}` : "";
  return `${serviceText(extra, concerned)}${where} in the services`;
}
