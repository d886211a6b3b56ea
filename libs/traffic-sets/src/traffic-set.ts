import * as narrow from "./edges.ts";
import { type Keys, type Operation, type Partition, partitionsOf } from "./partition.ts";
import { placeOf, pointAt } from "./service-line.ts";
import type { FamilyBlock, PacketPoint, TrafficProduct } from "./traffic.ts";
import * as wide from "./wide-edges.ts";

export type { PacketPoint, TrafficProduct } from "./traffic.ts";

type Destinations = Partition<Uint32Array, narrow.Edges>;
type Sources = Partition<Uint32Array, Destinations>;

/**
 * A set of IPv4 and IPv6 packets. For each family, the sources are divided into parts. All sources of a part have the
 * same destinations, with the same services for each destination. Each set has only one representation, so equal sets
 * have equal `v4` and `v6`.
 */
export interface TrafficSet {
  readonly v4: Sources;
  readonly v6: Sources;
}

const places: Keys<Uint32Array> = keysOf(narrow, narrow.orderByLowest);
const ipv6: Keys<Uint32Array> = keysOf(wide, wide.orderByLowest);
const traffic4 = partitionsOf(places, partitionsOf(places, places));
const traffic6 = partitionsOf(ipv6, partitionsOf(ipv6, places));

export const noTraffic: TrafficSet = { v4: [], v6: [] };

export function trafficOf({ sources, destinations, services }: TrafficProduct): TrafficSet {
  return {
    v4: partsOf(sources.v4, destinations.v4, services.v4),
    v6: partsOf(sources.v6, destinations.v6, services.v6),
  };
}

export function union(a: TrafficSet, b: TrafficSet): TrafficSet {
  return combine(a, b, "union");
}

export function unionAll(sets: Iterable<TrafficSet>): TrafficSet {
  let level = [...sets];
  while (level.length > 1) {
    const next: TrafficSet[] = [];
    for (let index = 0; index < level.length; index += 2) {
      next.push(union(level[index] ?? noTraffic, level[index + 1] ?? noTraffic));
    }
    level = next;
  }
  return level[0] ?? noTraffic;
}

export function intersect(a: TrafficSet, b: TrafficSet): TrafficSet {
  return combine(a, b, "intersect");
}

/** Returns the part of `a` that is not in `b`. */
export function subtract(a: TrafficSet, b: TrafficSet): TrafficSet {
  return combine(a, b, "subtract");
}

/** Returns whether every packet of `inner` is in `outer`. */
export function contains(outer: TrafficSet, inner: TrafficSet): boolean {
  return isEmpty(subtract(inner, outer));
}

export function equals(a: TrafficSet, b: TrafficSet): boolean {
  return traffic4.equals(a.v4, b.v4) && traffic6.equals(a.v6, b.v6);
}

export function overlaps(a: TrafficSet, b: TrafficSet): boolean {
  return traffic4.overlaps(a.v4, b.v4) || traffic6.overlaps(a.v6, b.v6);
}

export function isEmpty(set: TrafficSet): boolean {
  return set.v4.length === 0 && set.v6.length === 0;
}

/**
 * Returns the lowest packet of the set. Packets are ordered by family (IPv4 first), source, destination and protocol,
 * and then by port or by ICMP type and code.
 */
export function lowestPacket(set: TrafficSet): PacketPoint | undefined {
  const family = set.v4.length > 0 ? 4 : 6;
  const part = (family === 4 ? set.v4 : set.v6)[0];
  const inner = part?.value[0];
  const place = inner?.value[0];
  if (part === undefined || inner === undefined || place === undefined) return undefined;
  return {
    family,
    source: lowestOf(part.keys, family),
    destination: lowestOf(inner.keys, family),
    service: pointAt(place),
  };
}

export function containsPacket(set: TrafficSet, packet: PacketPoint): boolean {
  const place = placeOf(packet.service);
  if (place < 0) return false;
  const has = (keys: Uint32Array, value: bigint) =>
    packet.family === 4 ? narrow.has(keys, Number(value)) : wide.has(keys, wide.wordsOf(value));
  const destinations = (packet.family === 4 ? set.v4 : set.v6).find((part) => has(part.keys, packet.source))?.value;
  const services = destinations?.find((part) => has(part.keys, packet.destination))?.value;
  return services !== undefined && narrow.has(services, place);
}

/**
 * Returns the set as disjoint blocks. The blocks are ordered by family (IPv4 first), then by their lowest source, and
 * then by their lowest destination.
 */
export function blocksOf(set: TrafficSet): FamilyBlock[] {
  const blocks: FamilyBlock[] = [];
  for (const { keys: sources, value } of set.v4) {
    for (const { keys: destinations, value: services } of value) {
      const none = narrow.noEdges;
      blocks.push({
        family: 4,
        sources: { v4: sources, v6: none },
        destinations: { v4: destinations, v6: none },
        services: { v4: services, v6: none },
      });
    }
  }
  for (const { keys: sources, value } of set.v6) {
    for (const { keys: destinations, value: services } of value) {
      const none = narrow.noEdges;
      blocks.push({
        family: 6,
        sources: { v4: none, v6: sources },
        destinations: { v4: none, v6: destinations },
        services: { v4: none, v6: services },
      });
    }
  }
  return blocks;
}

function combine(a: TrafficSet, b: TrafficSet, operation: Operation): TrafficSet {
  return { v4: traffic4.combine(a.v4, b.v4, operation), v6: traffic6.combine(a.v6, b.v6, operation) };
}

function partsOf(sources: Uint32Array, destinations: Uint32Array, services: narrow.Edges): Sources {
  if (sources.length === 0 || destinations.length === 0 || services.length === 0) return [];
  return [{ keys: sources, value: [{ keys: destinations, value: services }] }];
}

function lowestOf(keys: Uint32Array, family: 4 | 6): bigint {
  return family === 4 ? BigInt(keys[0] ?? 0) : wide.bigintAt(keys, 0);
}

function keysOf(edges: typeof narrow | typeof wide, orderByLowest: typeof narrow.orderByLowest): Keys<Uint32Array> {
  return {
    combine: (a, b, operation) => edges[operation](a, b),
    overlaps: edges.overlaps,
    equals: edges.equals,
    isEmpty: (set) => set.length === 0,
    orderByLowest,
  };
}
