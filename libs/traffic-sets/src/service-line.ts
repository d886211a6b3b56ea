import { type Edges, edgesOfRange } from "./edges.ts";

/**
 * A service point is a protocol with its port or its ICMP type and code. On the service line, each service point has a
 * number, called its place. Places are ordered by protocol, and then by port or by type and code. The protocols in
 * `selectable` (ICMPv4, TCP, UDP and ICMPv6) have 65,536 places each. The places of TCP and UDP are the destination
 * ports, and those of ICMP are in the order of type * 256 + code. Every other protocol has one place.
 */
const selectable: readonly number[] = [1, 6, 17, 58];

export const placesPerSelectable = 65_536;
export const serviceLineEnd = 256 - selectable.length + selectable.length * placesPerSelectable;

/**
 * A protocol and its selector: the destination port for TCP and UDP, a type and a code for ICMP (protocols 1 and 58).
 * For all other protocols, only `protocol` is set.
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

/**
 * Returns the place of a service point on the service line. Returns -1 if the protocol is not from 0 to 255. Also
 * returns -1 if the protocol needs a port or an ICMP type and code, and such a value is missing or out of range.
 */
export function placeOf(point: ServicePoint): number {
  const { protocol, port = -1, icmpType = -1, icmpCode = -1 } = point;
  if (!isWithin(protocol, 255)) return -1;
  const first = placeOfProtocol(protocol);
  if (!hasSelector(protocol)) return first;
  if (protocol === 6 || protocol === 17) return isWithin(port, 65_535) ? first + port : -1;
  return isWithin(icmpType, 255) && isWithin(icmpCode, 255) ? first + icmpType * 256 + icmpCode : -1;
}

/**
 * Returns the places of one protocol from offset `start` to offset `end`, both included. The protocol's first place has
 * offset 0.
 */
export function placesOf(protocol: number, start: number, end: number): Edges {
  const first = placeOfProtocol(protocol);
  return edgesOfRange(first + start, first + end + 1, serviceLineEnd);
}

export function isWithin(value: number, highest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= highest;
}
