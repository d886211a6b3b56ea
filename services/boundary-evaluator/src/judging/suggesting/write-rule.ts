import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import { parseCidr } from "@network-access/traffic-sets/cidr";
import { fewestCidrs } from "@network-access/traffic-sets/fewest-cidrs";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";
import { blocksOfProduct, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import type { CompiledRule, RuleAddresses } from "../compiling/compile-rule.ts";

/**
 * The largest number of objects on one side of a written rule. If a side would need more objects, only the largest ones
 * are written.
 */
const mostObjects = 1_000;
/**
 * The largest number of ICMPv4 objects, and of ICMPv6 objects, in a written rule. Each object is a pair of an ICMP type
 * and a code. If there are more pairs, the rule contains none of them. A rule with thousands of pairs would be of no
 * use, nor would a rule with an arbitrary selection.
 */
const mostIcmpTypes = 256;
/**
 * The largest number of CIDRs per address family that are considered for a side with too many CIDRs. These are the
 * CIDRs with the lowest addresses. Only the largest of them are written.
 */
const mostCidrs = 100_000;

/**
 * Writes a part of a rule as a rule. A side that is the same as in the original rule keeps its objects, including
 * groups and items. Only objects without addresses are left out. A smaller side is written with CIDRs or services.
 */
export function writeRule({ rule, sources, destinations, services: asked }: CompiledRule, part: TrafficProduct): Rule {
  return {
    id: rule.id,
    action: rule.action,
    sources: writeAddresses(sources, part.sources),
    destinations: writeAddresses(destinations, part.destinations),
    services: services.equals(asked, part.services) ? rule.services : serviceObjects(part),
  };
}

function writeAddresses(side: RuleAddresses, part: AddressSet): readonly NetworkObject[] {
  if (!addresses.equals(side.addresses, part)) return cidrObjects(part);
  const objects = side.objects.filter(({ lookup }) => lookup?.outcome !== "empty").map(({ object }) => object);
  return objects.length > 0 ? objects : [{ type: "Any", negate: null }];
}

function cidrObjects(part: AddressSet): NetworkObject[] {
  const ranges = (part.v4.length + part.v6.length / 4) / 2;
  // Each range needs at least one object. If there are more than `mostObjects` ranges, there are always too many
  // objects, so computing the fewest CIDRs would be useless.
  const { named, negated } = ranges > mostObjects ? { named: [], negated: [] } : fewestCidrs(part);
  const texts = [...named, ...negated];
  if (texts.length === 0 || texts.length > mostObjects || !texts.every(isAccepted))
    return largestCidrs(part).map((cidr) => cidrObject(cidr, null));
  return [...named.map((cidr) => cidrObject(cidr, null)), ...negated.map((cidr) => cidrObject(cidr, true))];
}

function cidrObject(cidr: string, negate: true | null): NetworkObject {
  return { type: "Cidr", negate, cidr, comparison: null };
}

/**
 * Reports whether a request may name this CIDR. A request may not name a network that contains only IPv4-mapped IPv6
 * addresses. Such a network can still occur in a part of a rule, because a larger network that contains it is allowed.
 */
function isAccepted(cidr: string): boolean {
  return parseCidr(cidr).ok;
}

function largestCidrs(part: AddressSet): string[] {
  return ([4, 6] as const).flatMap((family) => {
    const texts = addresses.toCidrs(addresses.onlyFamily(part, family), mostCidrs).filter(isAccepted);
    const prefixes = new Map(texts.map((text) => [text, Number(text.split("/")[1])]));
    const prefixOf = (text: string): number => prefixes.get(text) ?? 0;
    return texts.sort((a, b) => prefixOf(a) - prefixOf(b)).slice(0, mostObjects / 2);
  });
}

/** A service object, and the number of services (such as single ports) that it contains. */
interface WrittenService {
  readonly object: ServiceObject;
  readonly size: number;
}

/**
 * Returns the service objects of a part. Includes only the address families in which the part has traffic. If there are
 * too many objects, returns the largest ones.
 */
function serviceObjects(part: TrafficProduct): ServiceObject[] {
  const reached = blocksOfProduct(part).map(({ family }) => family);
  const asked = services.unionAll(reached.map((family) => services.onlyFamily(part.services, family)));
  const whole = services.unionAll(reached.map((family) => services.onlyFamily(services.allServices, family)));
  if (services.contains(asked, whole)) return [{ type: "AllTraffic" }];
  const written = Array.from({ length: 256 }, (_, protocol) => ofProtocol(asked, protocol)).flat();
  const places = new Map(written.map((one, place) => [one, place]));
  return written
    .toSorted((a, b) => b.size - a.size)
    .slice(0, mostObjects)
    .sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
    .map(({ object }) => object);
}

function ofProtocol(asked: ServiceSet, protocol: number): WrittenService[] {
  const own = services.intersect(asked, services.protocol(protocol));
  if (services.isEmpty(own)) return [];
  if (protocol === 6 || protocol === 17) return ofPorts(own, protocol);
  if (protocol === 1 && services.isEmptyIn(own, 6)) return ofIcmp(own, 4);
  if (protocol === 58 && services.isEmptyIn(own, 4)) return ofIcmp(own, 6);
  const size = services.serviceCount(own, 4) + services.serviceCount(own, 6);
  return [{ object: { type: "CustomProtocol", protocol }, size }];
}

function ofPorts(own: ServiceSet, protocol: 6 | 17): WrittenService[] {
  const [one, all] = protocol === 6 ? (["TCP", "AllTCP"] as const) : (["UDP", "AllUDP"] as const);
  return services.portRuns(own, protocol).map(({ start, end }) => {
    const size = end - start + 1;
    return { object: size === 65_536 ? { type: all } : { type: one, portStart: start, portEnd: end }, size };
  });
}

function ofIcmp(own: ServiceSet, family: 4 | 6): WrittenService[] {
  const [one, all, protocol] =
    family === 4 ? (["ICMPv4", "AllICMPv4", 1] as const) : (["ICMPv6", "AllICMPv6", 58] as const);
  if (services.serviceCount(own, family) === 65_536) return [{ object: { type: all }, size: 65_536 }];
  if (services.serviceCount(own, family) > mostIcmpTypes) return [];
  const written: WrittenService[] = [];
  for (let pair = 0; pair < 65_536; pair += 1) {
    const [icmpType, icmpCode] = [pair >>> 8, pair & 255];
    if (services.containsService(own, family, { protocol, icmpType, icmpCode }))
      written.push({ object: { type: one, icmpType, icmpCode }, size: 1 });
  }
  return written;
}
