import * as edges from "./edges.ts";
import {
  isWithin,
  placeOf,
  placeOfProtocol,
  placesOf,
  placesPerSelectable,
  pointAt,
  type ServicePoint,
  serviceLineEnd,
} from "./service-line.ts";
import { textsOfServices } from "./service-text.ts";

export type { ServicePoint } from "./service-line.ts";

/**
 * A set of services in IPv4 and IPv6. For each family, the places of the services (service-line.ts) are stored as edges
 * (edges.ts). Each set has only one representation, so equal sets have arrays with equal content. The arrays must never
 * be changed.
 */
export interface ServiceSet {
  readonly v4: edges.Edges;
  readonly v6: edges.Edges;
}

export const noServices: ServiceSet = { v4: edges.noEdges, v6: edges.noEdges };
export const allServices: ServiceSet = { v4: edges.allEdges, v6: edges.allEdges };

export function allTcp(): ServiceSet {
  return tcp(0, 65_535);
}

export function allUdp(): ServiceSet {
  return udp(0, 65_535);
}

/** Returns all services of protocol 1 (ICMPv4), in IPv4 only. */
export function allIcmpV4(): ServiceSet {
  return { v4: placesOf(1, 0, placesPerSelectable - 1), v6: edges.noEdges };
}

/** Returns all services of protocol 58 (ICMPv6), in IPv6 only. */
export function allIcmpV6(): ServiceSet {
  return { v4: edges.noEdges, v6: placesOf(58, 0, placesPerSelectable - 1) };
}

/**
 * Returns the TCP services with the destination ports from `start` to `end`, both included. Throws a RangeError when a
 * port is outside 0 to 65535 or `start` is above `end`.
 */
export function tcp(start: number, end: number): ServiceSet {
  return ports(6, start, end);
}

/**
 * Returns the UDP services with the destination ports from `start` to `end`, both included. Throws a RangeError when a
 * port is outside 0 to 65535 or `start` is above `end`.
 */
export function udp(start: number, end: number): ServiceSet {
  return ports(17, start, end);
}

/**
 * Returns the service with this ICMP type and code, in IPv4 only. Throws a RangeError when a number is outside 0 to
 * 255.
 */
export function icmpV4(type: number, code: number): ServiceSet {
  return { v4: icmp(1, type, code), v6: edges.noEdges };
}

/**
 * Returns the service with this ICMP type and code, in IPv6 only. Throws a RangeError when a number is outside 0 to
 * 255.
 */
export function icmpV6(type: number, code: number): ServiceSet {
  return { v4: edges.noEdges, v6: icmp(58, type, code) };
}

/** Returns all services of a protocol, in both families. Throws a RangeError when `number` is outside 0 to 255. */
export function protocol(number: number): ServiceSet {
  if (!isWithin(number, 255)) throw new RangeError(`protocol ${number} is outside 0 to 255`);
  const first = placeOfProtocol(number);
  return inBoth(edges.edgesOfRange(first, placeOfProtocol(number + 1), serviceLineEnd));
}

export function union(a: ServiceSet, b: ServiceSet): ServiceSet {
  return perFamily(a, b, edges.union);
}

export function unionAll(sets: Iterable<ServiceSet>): ServiceSet {
  let level = [...sets];
  while (level.length > 1) {
    const next: ServiceSet[] = [];
    for (let index = 0; index < level.length; index += 2) {
      next.push(union(level[index] ?? noServices, level[index + 1] ?? noServices));
    }
    level = next;
  }
  return level[0] ?? noServices;
}

export function intersect(a: ServiceSet, b: ServiceSet): ServiceSet {
  return perFamily(a, b, edges.intersect);
}

/** Returns the part of `a` that is not in `b`. */
export function subtract(a: ServiceSet, b: ServiceSet): ServiceSet {
  return perFamily(a, b, edges.subtract);
}

export function complement(a: ServiceSet): ServiceSet {
  const v4 = edges.complement(a.v4);
  return { v4, v6: a.v4 === a.v6 ? v4 : edges.complement(a.v6) };
}

/** Returns whether, in each family, `outer` contains every service of `inner`. */
export function contains(outer: ServiceSet, inner: ServiceSet): boolean {
  return edges.contains(outer.v4, inner.v4) && edges.contains(outer.v6, inner.v6);
}

export function equals(a: ServiceSet, b: ServiceSet): boolean {
  return edges.equals(a.v4, b.v4) && edges.equals(a.v6, b.v6);
}

export function overlaps(a: ServiceSet, b: ServiceSet): boolean {
  return edges.overlaps(a.v4, b.v4) || edges.overlaps(a.v6, b.v6);
}

export function isEmpty(set: ServiceSet): boolean {
  return set.v4.length === 0 && set.v6.length === 0;
}

export function isEmptyIn(set: ServiceSet, family: 4 | 6): boolean {
  return (family === 4 ? set.v4 : set.v6).length === 0;
}

/** Returns the part of the set in this family. */
export function onlyFamily(set: ServiceSet, family: 4 | 6): ServiceSet {
  return family === 4 ? { v4: set.v4, v6: edges.noEdges } : { v4: edges.noEdges, v6: set.v6 };
}

/** Returns the number of services that the set contains in a family. */
export function serviceCount(set: ServiceSet, family: 4 | 6): number {
  return edges.sizeOf(family === 4 ? set.v4 : set.v6, serviceLineEnd);
}

/**
 * Returns the lowest service that the set contains in a family, or undefined if the set contains none. Services are
 * ordered by protocol, and then by port or by ICMP type and code.
 */
export function lowestService(set: ServiceSet, family: 4 | 6): ServicePoint | undefined {
  const place = (family === 4 ? set.v4 : set.v6)[0];
  return place === undefined ? undefined : pointAt(place);
}

/**
 * Returns whether the set contains a service in a family. Returns false if the members of `point` do not fit its
 * protocol, for example if a TCP point has no port.
 */
export function containsService(set: ServiceSet, family: 4 | 6, point: ServicePoint): boolean {
  const place = placeOf(point);
  return place >= 0 && edges.has(family === 4 ? set.v4 : set.v6, place);
}

/**
 * Returns the destination ports of TCP (6) or UDP (17) as the fewest ranges, in ascending order. A port is included if
 * the set contains it in IPv4, in IPv6 or in both.
 */
export function portRuns(set: ServiceSet, protocol: 6 | 17): { start: number; end: number }[] {
  const first = placeOfProtocol(protocol);
  const inside = edges.intersect(edges.union(set.v4, set.v6), placesOf(protocol, 0, 65_535));
  const runs: { start: number; end: number }[] = [];
  for (let index = 0; index < inside.length; index += 2) {
    runs.push({ start: (inside[index] ?? 0) - first, end: (inside[index + 1] ?? serviceLineEnd) - 1 - first });
  }
  return runs;
}

/**
 * Returns the services of one family as texts in the notation of the GraphQL type TrafficBlock, in ascending order.
 * Returns at most `limit` texts.
 */
export function serviceTexts(set: ServiceSet, family: 4 | 6, limit: number = Number.POSITIVE_INFINITY): string[] {
  return textsOfServices(family === 4 ? set.v4 : set.v6, family, limit);
}

function ports(protocol: 6 | 17, start: number, end: number): ServiceSet {
  if (!isWithin(start, 65_535) || !isWithin(end, 65_535))
    throw new RangeError(`ports ${start} to ${end} are outside 0 to 65535`);
  if (start > end) throw new RangeError(`port ${start} is above port ${end}; the lower one comes first`);
  return inBoth(placesOf(protocol, start, end));
}

function icmp(protocol: 1 | 58, type: number, code: number): edges.Edges {
  if (!isWithin(type, 255) || !isWithin(code, 255))
    throw new RangeError(`ICMP type ${type} code ${code} is outside 0 to 255`);
  return placesOf(protocol, type * 256 + code, type * 256 + code);
}

function inBoth(places: edges.Edges): ServiceSet {
  return { v4: places, v6: places };
}

/**
 * Applies an operation to the IPv4 services and to the IPv6 services of two sets. In most sets, IPv4 and IPv6 share one
 * list of edges. If this is true of both `a` and `b`, the operation runs only once.
 */
function perFamily(
  a: ServiceSet,
  b: ServiceSet,
  operation: (a: edges.Edges, b: edges.Edges) => edges.Edges,
): ServiceSet {
  const v4 = operation(a.v4, b.v4);
  return { v4, v6: a.v4 === a.v6 && b.v4 === b.v6 ? v4 : operation(a.v6, b.v6) };
}
