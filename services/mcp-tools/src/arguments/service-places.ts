import type { Edges } from "@network-access/traffic-sets/edges";
import { allEdges, equals } from "@network-access/traffic-sets/edges";
import {
  placeOfProtocol,
  placesPerSelectable,
  protocolAt,
  serviceLineEnd,
} from "@network-access/traffic-sets/service-line";

const NAMES: Readonly<Record<number, string>> = { 1: "icmp", 6: "tcp", 17: "udp", 58: "icmpv6" };

/**
 * Formats services as operands that SIQL can read, such as "tcp/443", "udp/5000-5010", "icmp/8", "icmp/3/4" and
 * "ip/47". Uses as few operands as possible. `places` is a set of numbers, each of which stands for one service, such
 * as one TCP port.
 */
export function servicesOfPlaces(places: Edges): string[] {
  if (equals(places, allEdges)) return ["any"];
  const texts: string[] = [];
  for (let index = 0; index < places.length; index += 2) {
    const end = places[index + 1] ?? serviceLineEnd;
    for (let place = places[index] ?? 0; place < end; ) {
      const protocol = protocolAt(place);
      const next = Math.min(end, placeOfProtocol(protocol + 1));
      const first = placeOfProtocol(protocol);
      texts.push(...servicesOfProtocol(protocol, place - first, next - 1 - first));
      place = next;
    }
  }
  return texts;
}

function servicesOfProtocol(protocol: number, first: number, last: number): string[] {
  const name = NAMES[protocol];
  if (name === undefined) return [`ip/${protocol}`];
  if (first === 0 && last === placesPerSelectable - 1) return [name];
  if (protocol === 6 || protocol === 17) return [`${name}/${first === last ? first : `${first}-${last}`}`];
  return icmpTypes(name, first, last);
}

/**
 * Lists ICMP types one by one, because SIQL has no ranges of ICMP types. If only some codes of a type are in the range,
 * lists these codes one by one. `first` and `last` are numbers of the form type * 256 + code.
 */
function icmpTypes(name: string, first: number, last: number): string[] {
  const texts: string[] = [];
  for (let place = first; place <= last; ) {
    const isWholeType = place % 256 === 0 && place + 255 <= last;
    texts.push(isWholeType ? `${name}/${place >>> 8}` : `${name}/${place >>> 8}/${place & 255}`);
    place += isWholeType ? 256 : 1;
  }
  return texts;
}
