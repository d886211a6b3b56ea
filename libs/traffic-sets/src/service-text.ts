import type { Edges } from "./edges.ts";
import { placeOfProtocol, placesPerSelectable, protocolAt, serviceLineEnd } from "./service-line.ts";

const names: ReadonlyMap<number, string> = new Map([
  [1, "icmp"],
  [6, "tcp"],
  [17, "udp"],
  [58, "icmpv6"],
]);

/**
 * Formats a set of services of one address family as texts such as "any", "tcp/22", "icmp/3/0-15" and "protocol/47-50".
 * Returns at most `limit` texts.
 */
export function textsOfServices(places: Edges, family: 4 | 6, limit: number): string[] {
  if (places.length === 1 && places[0] === 0) return limit > 0 ? ["any"] : [];
  const texts: string[] = [];
  for (let index = 0; index < places.length; index += 2) {
    let place = places[index] ?? 0;
    const end = places[index + 1] ?? serviceLineEnd;
    while (place < end) {
      const protocol = protocolAt(place);
      const next = placeOfProtocol(protocol + 1);
      const name = nameOf(protocol, family);
      if (name === undefined) {
        place = plainRun(protocol, end, family, texts);
        continue;
      }
      const first = placeOfProtocol(protocol);
      const last = Math.min(end, next) - 1 - first;
      if (place === first && last === placesPerSelectable - 1) texts.push(name);
      else if (protocol === 6 || protocol === 17) texts.push(`${name}/${span(place - first, last)}`);
      else icmpTexts(name, place - first, last, texts);
      place = first + last + 1;
    }
    if (texts.length >= limit) return texts.slice(0, limit);
  }
  return texts;
}

/**
 * Returns the name of a protocol in the service texts of an address family. Returns undefined if the texts show the
 * protocol by its number.
 *
 * ICMPv6 has no name in IPv4. An IPv4 set contains all of ICMPv6 or none of it, so its texts never show single ICMPv6
 * types and codes. For the same reason, ICMP has no name in IPv6.
 */
function nameOf(protocol: number, family: 4 | 6): string | undefined {
  if ((protocol === 1 && family === 6) || (protocol === 58 && family === 4)) return undefined;
  return names.get(protocol);
}

function plainRun(protocol: number, end: number, family: 4 | 6, texts: string[]): number {
  let last = protocol;
  while (last < 255 && nameOf(last + 1, family) === undefined && placeOfProtocol(last + 2) <= end) last += 1;
  texts.push(`protocol/${span(protocol, last)}`);
  return placeOfProtocol(last + 1);
}

/**
 * Appends up to three texts for a run of ICMP places (type * 256 + code), in this order: the codes of the first type,
 * the types whose codes are all in the run, and the codes of the last type.
 */
function icmpTexts(name: string, start: number, last: number, texts: string[]): void {
  let type = start >>> 8;
  let code = start & 255;
  const lastType = last >>> 8;
  const lastCode = last & 255;
  if (code > 0 && type < lastType) {
    texts.push(`${name}/${type}/${span(code, 255)}`);
    type += 1;
    code = 0;
  }
  const wholeUpTo = lastCode === 255 ? lastType : lastType - 1;
  if (code === 0 && type <= wholeUpTo) {
    texts.push(`${name}/${span(type, wholeUpTo)}`);
    type = wholeUpTo + 1;
  }
  if (type <= lastType) texts.push(`${name}/${type}/${span(code, lastCode)}`);
}

function span(start: number, end: number): string {
  return start === end ? `${start}` : `${start}-${end}`;
}
