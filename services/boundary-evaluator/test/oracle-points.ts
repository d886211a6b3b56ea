import type { ServiceObject } from "@network-access/firewall-rules/service-object";

export interface AddressPoint {
  readonly family: 4 | 6;
  readonly value: bigint;
}
/**
 * A protocol with a selector. The selector is the port if the protocol has ports, type * 256 + code for ICMP, and 0
 * otherwise.
 */
export interface ServicePoint {
  readonly family: 4 | 6;
  readonly protocol: number;
  readonly selector: number;
}
export interface Packet {
  readonly family: 4 | 6;
  readonly source: bigint;
  readonly destination: bigint;
  readonly service: ServicePoint;
}

const bits = { 4: 32n, 6: 128n } as const;

/**
 * Returns the IP version, and the first and the last address of a text. The text is a CIDR, or an address without a
 * prefix length.
 */
function endsOf(text: string): { family: 4 | 6; first: bigint; last: bigint } {
  const [address = "", prefix] = text.split("/");
  const family = address.includes(":") ? 6 : 4;
  const first = addressValue(address);
  const free = bits[family] - BigInt(prefix ?? bits[family]);
  return { family, first, last: first + (1n << free) - 1n };
}

export function addressValue(address: string): bigint {
  if (!address.includes(":")) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = "", tail] = address.split("::");
  const words = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const left = words(head);
  const right = tail === undefined ? [] : words(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].reduce((sum, word) => sum * 65_536n + BigInt(`0x${word}`), 0n);
}

export function inCidr(text: string, point: AddressPoint): boolean {
  const { family, first, last } = endsOf(text);
  return family === point.family && first <= point.value && point.value <= last;
}

/**
 * Returns three kinds of addresses for each family: the lowest address of the family, the first address of each CIDR,
 * and the first address after each CIDR. The addresses of a family are sorted, without duplicates.
 */
export function addressCuts(cidrs: readonly string[]): Record<4 | 6, readonly bigint[]> {
  const cuts = { 4: new Set([0n]), 6: new Set([0n]) };
  for (const cidr of cidrs) {
    const { family, first, last } = endsOf(cidr);
    cuts[family].add(first);
    if (last + 1n < 1n << bits[family]) cuts[family].add(last + 1n);
  }
  const ascending = (values: Set<bigint>): bigint[] => [...values].sort((a, b) => (a < b ? -1 : 1));
  return { 4: ascending(cuts[4]), 6: ascending(cuts[6]) };
}

export function inServiceObject(object: ServiceObject, { family, protocol, selector }: ServicePoint): boolean {
  switch (object.type) {
    case "AllTraffic":
      return true;
    case "AllTCP":
      return protocol === 6;
    case "AllUDP":
      return protocol === 17;
    case "AllICMPv4":
      return family === 4 && protocol === 1;
    case "AllICMPv6":
      return family === 6 && protocol === 58;
    case "TCP":
      return protocol === 6 && object.portStart <= selector && selector <= object.portEnd;
    case "UDP":
      return protocol === 17 && object.portStart <= selector && selector <= object.portEnd;
    case "ICMPv4":
      return family === 4 && protocol === 1 && selector === object.icmpType * 256 + object.icmpCode;
    case "ICMPv6":
      return family === 6 && protocol === 58 && selector === object.icmpType * 256 + object.icmpCode;
    case "CustomProtocol":
      return protocol === object.protocol;
    case "PortRangeSize":
      return false;
  }
}

/**
 * Returns the points at which a service object can begin or has just ended, for IPv4 and IPv6. The points are not
 * sorted. Every object contains either all or none of the services from one returned point up to the next higher one.
 */
export function serviceCuts(objects: readonly ServiceObject[]): ServicePoint[] {
  const selectors = new Map<number, Set<number>>(
    [0, 1, 2, 6, 7, 17, 18, 58, 59].map((protocol) => [protocol, new Set([0])]),
  );
  const cut = (protocol: number, ...values: number[]): void => {
    const known = selectors.get(protocol) ?? new Set([0]);
    for (const value of values) if (value <= 65_535) known.add(value);
    selectors.set(protocol, known);
  };
  for (const object of objects) {
    if (object.type === "TCP") cut(6, object.portStart, object.portEnd + 1);
    if (object.type === "UDP") cut(17, object.portStart, object.portEnd + 1);
    if (object.type === "ICMPv4" || object.type === "ICMPv6") {
      const pair = object.icmpType * 256 + object.icmpCode;
      cut(object.type === "ICMPv4" ? 1 : 58, pair, pair + 1);
    }
    if (object.type === "CustomProtocol") {
      cut(object.protocol, 0);
      if (object.protocol < 255) cut(object.protocol + 1, 0);
    }
  }
  const points: ServicePoint[] = [];
  for (const family of [4, 6] as const) {
    for (const [protocol, values] of selectors)
      for (const selector of values) points.push({ family, protocol, selector });
  }
  return points;
}

/**
 * Sorts the packets in place by family (IPv4 first), source, destination and protocol. Packets with the same protocol
 * are sorted by port, or by ICMP type and code.
 */
export function sortPackets(packets: Packet[]): void {
  packets.sort(
    (a, b) =>
      a.family - b.family ||
      orderOf(a.source, b.source) ||
      orderOf(a.destination, b.destination) ||
      a.service.protocol - b.service.protocol ||
      a.service.selector - b.service.selector,
  );
}

function orderOf(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * Returns whether a point belongs to the service in `text`. The text has the format of the services in a residual, such
 * as "any", "tcp/20-25", "icmp/8/0" and "protocol/47-50".
 */
export function inServiceText(text: string, { family, protocol, selector }: ServicePoint): boolean {
  if (text === "any") return true;
  const [name = "", first, second] = text.split("/");
  const isIn = (range: string | undefined, value: number): boolean => {
    if (range === undefined) return true;
    const [from, to = from] = range.split("-").map(Number);
    return from !== undefined && to !== undefined && from <= value && value <= to;
  };
  if (name === "protocol") return isIn(first, protocol);
  if (name === "tcp" || name === "udp") return protocol === (name === "tcp" ? 6 : 17) && isIn(first, selector);
  const [ownFamily, ownProtocol] = name === "icmp" ? [4, 1] : [6, 58];
  return family === ownFamily && protocol === ownProtocol && isIn(first, selector >> 8) && isIn(second, selector & 255);
}
