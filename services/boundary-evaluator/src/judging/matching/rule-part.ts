import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import * as services from "@network-access/traffic-sets/service-set";
import type { TrafficProduct } from "@network-access/traffic-sets/traffic-product";

export type PartSide = keyof TrafficProduct;
export type SideSet = AddressSet | ServiceSet;
/**
 * The addresses that a part of a rule must contain. Without these addresses, the part would not match a boundary,
 * because an object of the rule or of the boundary has the comparison Equals.
 */
export type Kept = Pick<TrafficProduct, "sources" | "destinations">;

export const partSides = ["sources", "destinations", "services"] as const satisfies readonly PartSide[];
const families = [4, 6] as const;

/**
 * Returns the set operations for a side. Sets of addresses and sets of services have the same operations, so callers
 * can use the same code for every side.
 */
export function algebraOf(side: PartSide): typeof addresses | typeof services {
  return side === "services" ? services : addresses;
}

/**
 * Returns a copy of `part` in which `set` replaces the given side. If this side is the services, the copy contains only
 * those services in `set` that a rule can express.
 */
export function withSide(part: TrafficProduct, side: PartSide, set: SideSet): TrafficProduct {
  return { ...part, [side]: side === "services" ? writableServices(set) : set };
}

/**
 * Returns the largest subset of `set` that the service objects of a rule can express. For example, no object can
 * express ICMPv4 for IPv6 traffic alone, or ICMPv6 for IPv4 traffic alone.
 */
export function writableServices(set: ServiceSet): ServiceSet {
  const inBoth = services.intersect(set, { v4: set.v6, v6: set.v4 });
  const icmp = [1, 58].map(services.protocol);
  return services.unionAll([
    services.subtract(inBoth, services.unionAll(icmp)),
    services.intersect(set, services.allIcmpV4()),
    services.intersect(set, services.allIcmpV6()),
    ...icmp.filter((whole) => services.contains(set, whole)),
  ]);
}

export function holds(part: Kept, kept: Kept): boolean {
  return addresses.contains(part.sources, kept.sources) && addresses.contains(part.destinations, kept.destinations);
}

/**
 * Returns the set that `other` has on the side `side`, limited to the address families in which `part` and `other`
 * overlap on both remaining sides.
 */
export function metAlong(side: PartSide, part: TrafficProduct, other: TrafficProduct): SideSet {
  const { onlyFamily, unionAll } = algebraOf(side);
  const met = families.filter((family) =>
    partSides.every(
      (one) => one === side || algebraOf(one).overlaps(algebraOf(one).onlyFamily(part[one], family), other[one]),
    ),
  );
  return met.length === 2 ? other[side] : unionAll(met.map((family) => onlyFamily(other[side], family)));
}

/**
 * Measures parts of one rule. The measure of a part is its share of the rule's IPv4 packets plus its share of the
 * rule's IPv6 packets.
 */
export interface Measure {
  share(part: TrafficProduct): number;
  /** Returns by how much `share(part)` decreases if `members` are removed from a side of the part. */
  loss(part: TrafficProduct, side: PartSide, members: SideSet): number;
}

export function measureOf(whole: TrafficProduct): Measure {
  // Counts of addresses are cached, because the parts of one rule have many sides in common.
  const counted = new WeakMap<Uint32Array, number>();
  const countOf = (side: PartSide, set: SideSet, family: 4 | 6): number => {
    const edges = family === 4 ? set.v4 : set.v6;
    const known = side === "services" ? undefined : counted.get(edges);
    if (known !== undefined) return known;
    const count =
      side === "services"
        ? services.serviceCount(set, family)
        : Number(addresses.addressCount(addresses.onlyFamily(set, family)));
    if (side !== "services") counted.set(edges, count);
    return count;
  };
  const volumeOf = (part: TrafficProduct, family: 4 | 6): number =>
    partSides.reduce((volume, side) => volume * countOf(side, part[side], family), 1);
  const wholes = families.flatMap((family) => {
    const volume = volumeOf(whole, family);
    return volume === 0 ? [] : [{ family, volume }];
  });
  return {
    share: (part) => wholes.reduce((sum, { family, volume }) => sum + volumeOf(part, family) / volume, 0),
    loss(part, side, members) {
      const gone = { ...part, [side]: algebraOf(side).intersect(part[side], members) };
      return wholes.reduce((sum, { family, volume }) => sum + volumeOf(gone, family) / volume, 0);
    },
  };
}
