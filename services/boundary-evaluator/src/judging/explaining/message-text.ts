import type { RuleSide } from "@network-access/firewall-rules/rule";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import { exceptionsIn } from "@network-access/traffic-sets/exceptions";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";

export type Family = 4 | 6;

/**
 * Builds a text. If `showsAddresses` is true, the text contains addresses. Otherwise it has the names of objects and
 * boundaries instead.
 */
export type MessageBuilder = (showsAddresses: boolean) => string;

/**
 * Returns a builder that caches the texts of `message`. The text with addresses and the text without addresses are each
 * built at most once.
 */
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

/** A list in a sentence names at most this many members and states only the number of further members. */
export const MOST_NAMED = 3;

/** The largest number of words in one sentence. */
export const MOST_WORDS = 40;

/**
 * Builds a text of at most `mostWords` words, with the longest lists that fit. `build` gets the largest number of
 * members in a list. This number starts at `longestList` and decreases until the text is short enough. If the text is
 * too long even with one member in each list, returns `build(0)`. That text has "some" or a number in place of each
 * list.
 */
export function shortened(
  build: (mostNamed: number) => string,
  mostWords: number = MOST_WORDS,
  longestList: number = MOST_NAMED,
): string {
  for (let mostNamed = longestList; mostNamed > 0; mostNamed -= 1) {
    const text = build(mostNamed);
    if (text.split(" ").length <= mostWords) return text;
  }
  return build(0);
}

export const sideText = {
  Source: "sources",
  Destination: "destinations",
  Service: "services",
} as const satisfies Record<RuleSide, string>;

export function listed(texts: readonly string[], count: number = texts.length, mostNamed: number = MOST_NAMED): string {
  return joined(counted(texts, count, mostNamed), "and");
}

function counted(texts: readonly string[], count: number, mostNamed: number): readonly string[] {
  const named = texts.slice(0, mostNamed);
  const more = count - named.length;
  return more > 0 ? [...named, `${more} more`] : named;
}

export function joined(texts: readonly string[], word: "and" | "or"): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} ${word} ${last}`;
}

export function ruleNames(ids: readonly string[], mostNamed: number = MOST_NAMED): string {
  const quoted = ids.map((id) => `"${id}"`);
  return mostNamed === 0
    ? `${ids.length} rules`
    : `${ids.length === 1 ? "rule" : "rules"} ${listed(quoted, ids.length, mostNamed)}`;
}

export function boundaryNames(names: readonly string[], mostNamed: number = MOST_NAMED): string {
  const quoted = names.map((name) => `"${name}"`);
  return mostNamed === 0
    ? `${names.length} boundaries`
    : `${names.length === 1 ? "boundary" : "boundaries"} ${listed(quoted, names.length, mostNamed)}`;
}

/**
 * Describes a set of addresses. For each address family, the text names either the CIDRs in the set or the CIDRs that
 * the set leaves out. It names the latter if the set contains the whole family with at most a few exceptions.
 */
export function addressText(set: AddressSet, mostNamed: number = MOST_NAMED): string {
  if (addresses.equals(set, addresses.allAddresses)) return "any address";
  if (mostNamed === 0) return "some addresses";
  const v4 = exceptionsIn(set, 4, MOST_NAMED);
  const v6 = exceptionsIn(set, 6, MOST_NAMED);
  if (v4 !== null && v6 !== null) return `everything except ${joined([...v4, ...v6], "and")}`;
  if (v4 !== null) return joined([...cidrTexts(addresses.onlyFamily(set, 6), mostNamed), familyText(4, v4)], "and");
  if (v6 !== null) return joined([...cidrTexts(addresses.onlyFamily(set, 4), mostNamed), familyText(6, v6)], "and");
  return joined(cidrTexts(set, mostNamed), "and");
}

function familyText(family: Family, exceptions: readonly string[]): string {
  const every = `every IPv${family} address`;
  return exceptions.length === 0 ? every : `${every} except ${joined(exceptions, "and")}`;
}

function cidrTexts(set: AddressSet, mostNamed: number): readonly string[] {
  const first = addresses.toCidrs(set, mostNamed + 1);
  return counted(first, first.length > mostNamed ? addresses.cidrCount(set) : first.length, mostNamed);
}

/**
 * Lists the services of a set in the given families. A service that both families contain is listed once. If
 * `showsExceptions` is true, the text may instead list the few services that are not in the set. A list of exceptions
 * describes the set completely. `showsExceptions` must therefore be false for callers who may not see the whole set.
 */
export function serviceText(
  set: ServiceSet,
  families: readonly Family[],
  showsExceptions: boolean,
  mostNamed: number = MOST_NAMED,
): string {
  if (families.every((family) => services.contains(set, services.onlyFamily(services.allServices, family)))) {
    return "any service";
  }
  if (mostNamed === 0) return "some services";
  const texts = new Set(families.flatMap((family) => services.serviceTexts(set, family, 100)));
  return (showsExceptions ? serviceExceptions(set, families) : null) ?? listed([...texts], texts.size, mostNamed);
}

/**
 * The largest number of services that a text lists as exceptions. It is one more than MOST_NAMED, because an exception
 * for ICMP may need two entries: one for IPv4 and one for IPv6.
 */
const MOST_SERVICE_EXCEPTIONS = MOST_NAMED + 1;

/**
 * Describes a set of services by its exceptions: "every service except tcp/22". Returns null in these cases:
 * - There are more than MOST_SERVICE_EXCEPTIONS exceptions.
 * - The exceptions differ between the two families. ICMP services may differ.
 * - A list of the services in the set would not be longer than the list of exceptions.
 */
export function serviceExceptions(set: ServiceSet, families: readonly Family[]): string | null {
  const out = services.complement(set);
  const byFamily = families.map((family) => services.serviceTexts(out, family, MOST_SERVICE_EXCEPTIONS + 1));
  const exceptions = [...new Set(byFamily.flat())];
  const isShared = (text: string): boolean => text.startsWith("icmp") || byFamily.every((one) => one.includes(text));
  if (exceptions.length > MOST_SERVICE_EXCEPTIONS || !exceptions.every(isShared)) return null;
  const own = new Set(families.flatMap((family) => services.serviceTexts(set, family, exceptions.length + 1)));
  return own.size > exceptions.length ? `every service except ${joined(exceptions, "and")}` : null;
}

/** Describes traffic by the given sides: "tcp/22 from 10.0.0.0/8 to 192.0.2.0/24". */
export function trafficText(side: { sources?: string; destinations?: string; services?: string }): string {
  const from = side.sources === undefined ? "" : ` from ${side.sources}`;
  const to = side.destinations === undefined ? "" : ` to ${side.destinations}`;
  return `${side.services ?? "traffic"}${from}${to}`;
}

export function inFamilies(set: AddressSet, families: readonly Family[]): AddressSet {
  if (families.length === 2) return set;
  return families[0] === undefined ? addresses.noAddresses : addresses.onlyFamily(set, families[0]);
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
