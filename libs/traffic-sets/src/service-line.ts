import { type Edges, edgesOfRange } from "./edges.ts";

/**
 * Every service point (a protocol, with its port or its ICMP type and code) has a number, called its place on the
 * service line. The places are ordered by protocol, then by port or by type and code. TCP and UDP take 65,536 places
 * each, one for each destination port. ICMPv4 and ICMPv6 take 65,536 places each, at type * 256 + code. Every other
 * protocol takes one place.
 */
const selectable: readonly number[] = [1, 6, 17, 58];

export const placesPerSelectable = 65_536;
export const serviceLineEnd = 256 - selectable.length + selectable.length * placesPerSelectable;

/**
 * One kind of traffic. TCP and UDP have a `port`. Protocols 1 and 58 have an `icmpType` and an `icmpCode`. The other
 * protocols have none of these.
 */
export interface ServicePoint {
  protocol: number;
  port?: number;
  icmpType?: number;
  icmpCode?: number;
}

function hasSelector(protocol: number): boolean {
  return selectable.includes(protocol);
}

/** Returns the first place of a protocol. For 256, which is no protocol, it returns the end of the line. */
export function placeOfProtocol(protocol: number): number {
  let place = protocol;
  for (const before of selectable) if (before < protocol) place += placesPerSelectable - 1;
  return place;
}

/** Returns the protocol to which a place belongs. */
export function protocolAt(place: number): number {
  let rest = place;
  for (const protocol of selectable) {
    if (rest < protocol) return rest;
    if (rest < protocol + placesPerSelectable) return protocol;
    rest -= placesPerSelectable - 1;
  }
  return rest;
}

export function pointAt(place: number): ServicePoint {
  const protocol = protocolAt(place);
  const selector = place - placeOfProtocol(protocol);
  if (protocol === 6 || protocol === 17) return { protocol, port: selector };
  if (protocol === 1 || protocol === 58) return { protocol, icmpType: selector >>> 8, icmpCode: selector & 255 };
  return { protocol };
}

/** Returns the place of a point, or -1 when a member is missing or out of its range. */
export function placeOf(point: ServicePoint): number {
  const { protocol, port = -1, icmpType = -1, icmpCode = -1 } = point;
  if (!isWithin(protocol, 255)) return -1;
  const first = placeOfProtocol(protocol);
  if (!hasSelector(protocol)) return first;
  if (protocol === 6 || protocol === 17) return isWithin(port, 65_535) ? first + port : -1;
  return isWithin(icmpType, 255) && isWithin(icmpCode, 255) ? first + icmpType * 256 + icmpCode : -1;
}

/**
 * Returns the set of places of one protocol from `start` to `end`, both included. `start` and `end` are counted from
 * the protocol's first place.
 */
export function placesOf(protocol: number, start: number, end: number): Edges {
  const first = placeOfProtocol(protocol);
  return edgesOfRange(first + start, first + end + 1, serviceLineEnd);
}

export function isWithin(value: number, highest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= highest;
}
