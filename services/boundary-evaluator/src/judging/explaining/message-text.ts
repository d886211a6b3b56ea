import type { RuleSide } from "@network-access/firewall-rules/rule";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";

export type Family = 4 | 6;

/** One text for two audiences: with every address it speaks of, or with names and services only. */
export type MessageBuilder = (showsAddresses: boolean) => string;

/** The same telling, with each of its texts made at most once. */
export function cachedMessage(message: MessageBuilder): MessageBuilder {
  let full: string | undefined;
  let withoutAddresses: string | undefined;
  return (showsAddresses) => {
    if (showsAddresses) {
      full ??= message(true);
      return full;
    }
    withoutAddresses ??= message(false);
    return withoutAddresses;
  };
}

/** How many members of a list a sentence names before it counts the rest. */
const mostNamed = 3;

export const sideText = {
  Source: "sources",
  Destination: "destinations",
  Service: "services",
} as const satisfies Record<RuleSide, string>;

export function listed(texts: readonly string[], count: number = texts.length): string {
  const named = texts.slice(0, mostNamed);
  const more = count - named.length;
  if (more > 0) return `${named.join(", ")} and ${more} more`;
  return joined(named, "and");
}

export function joined(texts: readonly string[], word: "and" | "or"): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} ${word} ${last}`;
}

export function ruleNames(ids: readonly string[]): string {
  return `${ids.length === 1 ? "rule" : "rules"} ${listed(ids.map((id) => `"${id}"`))}`;
}

export function boundaryNames(names: readonly string[], most: number = mostNamed): string {
  const quoted = names.slice(0, most).map((name) => `"${name}"`);
  const more = names.length - quoted.length;
  return `${names.length === 1 ? "boundary" : "boundaries"} ${joined(more > 0 ? [...quoted, `${more} more`] : quoted, "and")}`;
}

export function addressText(set: AddressSet): string {
  if (addresses.equals(set, addresses.allAddresses)) return "any address";
  const named = addresses.toCidrs(set, mostNamed + 1);
  return listed(named, named.length > mostNamed ? addresses.cidrCount(set) : named.length);
}

/** The services of the families that matter; texts that both families share are said once. */
export function serviceText(set: ServiceSet, families: readonly Family[]): string {
  if (families.every((family) => services.contains(set, services.onlyFamily(services.allServices, family)))) {
    return "any service";
  }
  const texts = new Set(families.flatMap((family) => services.serviceTexts(set, family, 100)));
  return listed([...texts]);
}

export function inFamilies(set: AddressSet, families: readonly Family[]): AddressSet {
  if (families.length === 2) return set;
  return families[0] === undefined ? addresses.noAddresses : addresses.onlyFamily(set, families[0]);
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
