/**
 * An independent check of the code in src, with which it shares no code. The code in src computes with sets. The oracle
 * checks single numbers.
 *
 * In the oracle, a set is an expression over ranges of numbers. A corner is the first number of a range, or the number
 * after its last number. Between one corner and the next, either all numbers are in the set or none is. Checking only
 * the corners is therefore enough to decide whether a set is empty, whether two sets are equal, and which member is the
 * lowest.
 */
export type Family = 4 | 6;

export interface AddressRange {
  family: Family;
  low: bigint;
  high: bigint;
}

export type ServiceSpec =
  | { kind: "all" }
  | { kind: "tcp" | "udp"; start: number; end: number }
  | { kind: "icmp4" | "icmp6"; type: number; code: number }
  | { kind: "allIcmp4" | "allIcmp6" }
  | { kind: "protocol"; number: number };

export type Expression<Leaf> =
  | { op: "of"; leaves: readonly Leaf[] }
  | { op: "not"; a: Expression<Leaf> }
  | { op: "or" | "and" | "minus"; a: Expression<Leaf>; b: Expression<Leaf> };

export interface Product {
  sources: Expression<AddressRange>;
  destinations: Expression<AddressRange>;
  services: Expression<ServiceSpec>;
}

export interface Address {
  family: Family;
  value: bigint;
}

export interface Service {
  protocol: number;
  port?: number;
  icmpType?: number;
  icmpCode?: number;
}

export interface Packet {
  family: Family;
  source: bigint;
  destination: bigint;
  service: Service;
}

function holds<Leaf>(expression: Expression<Leaf>, fits: (leaf: Leaf) => boolean): boolean {
  if (expression.op === "of") return expression.leaves.some(fits);
  if (expression.op === "not") return !holds(expression.a, fits);
  const a = holds(expression.a, fits);
  const b = holds(expression.b, fits);
  if (expression.op === "or") return a || b;
  return expression.op === "and" ? a && b : a && !b;
}

function leavesOf<Leaf>(expression: Expression<Leaf>): Leaf[] {
  if (expression.op === "of") return [...expression.leaves];
  if (expression.op === "not") return leavesOf(expression.a);
  return [...leavesOf(expression.a), ...leavesOf(expression.b)];
}

export function hasAddress(expression: Expression<AddressRange>, at: Address): boolean {
  return holds(expression, ({ family, low, high }) => family === at.family && low <= at.value && at.value <= high);
}

export function hasService(expression: Expression<ServiceSpec>, family: Family, at: Service): boolean {
  return holds(expression, (spec) => {
    switch (spec.kind) {
      case "all":
        return true;
      case "tcp":
        return at.protocol === 6 && at.port !== undefined && spec.start <= at.port && at.port <= spec.end;
      case "udp":
        return at.protocol === 17 && at.port !== undefined && spec.start <= at.port && at.port <= spec.end;
      case "icmp4":
        return family === 4 && at.protocol === 1 && at.icmpType === spec.type && at.icmpCode === spec.code;
      case "icmp6":
        return family === 6 && at.protocol === 58 && at.icmpType === spec.type && at.icmpCode === spec.code;
      case "allIcmp4":
        return family === 4 && at.protocol === 1;
      case "allIcmp6":
        return family === 6 && at.protocol === 58;
      case "protocol":
        return at.protocol === spec.number;
    }
  });
}

export function hasPacket(product: Product, { family, source, destination, service }: Packet): boolean {
  return (
    hasAddress(product.sources, { family, value: source }) &&
    hasAddress(product.destinations, { family, value: destination }) &&
    hasService(product.services, family, service)
  );
}

/**
 * Returns the address corners of the expressions in ascending order, IPv4 first. A corner is the first address of a
 * range or the address after its last one. The result always contains the first and the last address of each family.
 */
export function addressCorners(...expressions: Expression<AddressRange>[]): Address[] {
  const corners: Address[] = [];
  for (const family of [4, 6] as const) {
    const last = family === 4 ? 2n ** 32n - 1n : 2n ** 128n - 1n;
    const values = new Set([0n, last]);
    for (const range of expressions.flatMap(leavesOf)) {
      if (range.family !== family) continue;
      for (const value of [range.low, range.high + 1n]) if (value <= last) values.add(value);
    }
    for (const value of [...values].sort((a, b) => (a < b ? -1 : 1))) corners.push({ family, value });
  }
  return corners;
}

/**
 * Returns the service corners of the expressions, ordered by protocol, and then by port or by ICMP type and code. Of
 * the protocols to which no expression refers, only the lowest has a corner in the result, because every set contains
 * either all of these protocols or none.
 */
export function serviceCorners(...expressions: Expression<ServiceSpec>[]): Service[] {
  const specs = expressions.flatMap(leavesOf);
  const named = new Set([1, 6, 17, 58]);
  for (const spec of specs) if (spec.kind === "protocol") named.add(spec.number);
  for (let protocol = 0; protocol < 256; protocol += 1) {
    if (!named.has(protocol)) {
      named.add(protocol);
      break;
    }
  }
  return [...named].sort((a, b) => a - b).flatMap((protocol) => cornersOfProtocol(protocol, specs));
}

function cornersOfProtocol(protocol: number, specs: readonly ServiceSpec[]): Service[] {
  const selectors = new Set([0]);
  for (const spec of specs) {
    const isPort = (spec.kind === "tcp" && protocol === 6) || (spec.kind === "udp" && protocol === 17);
    const isPair = (spec.kind === "icmp4" && protocol === 1) || (spec.kind === "icmp6" && protocol === 58);
    if (isPort && "start" in spec) selectors.add(spec.start).add(spec.end + 1);
    if (isPair && "type" in spec) selectors.add(spec.type * 256 + spec.code).add(spec.type * 256 + spec.code + 1);
  }
  const inOrder = [...selectors].filter((selector) => selector < 65_536).sort((a, b) => a - b);
  if (protocol === 6 || protocol === 17) return inOrder.map((port) => ({ protocol, port }));
  if (protocol === 1 || protocol === 58) {
    return inOrder.map((pair) => ({ protocol, icmpType: Math.floor(pair / 256), icmpCode: pair % 256 }));
  }
  return [{ protocol }];
}

/**
 * Yields every packet that combines a source corner, a destination corner and a service corner of the products. The
 * source and the destination of a packet have the same family. Packets are in ascending order of family, source,
 * destination and service.
 */
export function* packetCorners(...products: Product[]): Generator<Packet> {
  const sources = addressCorners(...products.map((product) => product.sources));
  const destinations = addressCorners(...products.map((product) => product.destinations));
  const services = serviceCorners(...products.map((product) => product.services));
  for (const source of sources) {
    for (const destination of destinations) {
      if (destination.family !== source.family) continue;
      for (const service of services) {
        yield { family: source.family, source: source.value, destination: destination.value, service };
      }
    }
  }
}

/** Returns the relation of two products' traffic, which it finds by checking every corner packet. */
export function relationOf(a: Product, b: Product): "Disjoint" | "Overlap" | "Inside" | "Equal" | "Covers" {
  let both = false;
  let onlyA = false;
  let onlyB = false;
  for (const packet of packetCorners(a, b)) {
    const inA = hasPacket(a, packet);
    const inB = hasPacket(b, packet);
    both ||= inA && inB;
    onlyA ||= inA && !inB;
    onlyB ||= inB && !inA;
  }
  if (!both) return "Disjoint";
  if (onlyA) return onlyB ? "Overlap" : "Covers";
  return onlyB ? "Inside" : "Equal";
}
