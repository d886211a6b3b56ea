import * as addresses from "./address-set.ts";
import * as narrow from "./edges.ts";
import { placeOf } from "./service-line.ts";
import * as services from "./service-set.ts";
import type { FamilyBlock, PacketPoint, TrafficProduct } from "./traffic.ts";
import { type Triple, uncovered } from "./uncovered.ts";
import * as wide from "./wide-edges.ts";

export type { FamilyBlock, TrafficProduct } from "./traffic.ts";

/**
 * How the traffic of a first product relates to the traffic of a second product. `Inside` means that the second product
 * contains all traffic of the first product, and more. `Covers` means that the first product contains all traffic of
 * the second product, and more.
 */
export type Relation = "Disjoint" | "Overlap" | "Inside" | "Equal" | "Covers";

export function productIsEmpty(product: TrafficProduct): boolean {
  return isEmptyIn4(product) && isEmptyIn6(product);
}

/** Returns the relation of `a` to `b`. A product without traffic is Disjoint from everything. */
export function relate(a: TrafficProduct, b: TrafficProduct): Relation {
  if (!productsOverlap(a, b)) return "Disjoint";
  if (productContains(b, a)) return productContains(a, b) ? "Equal" : "Inside";
  return productContains(a, b) ? "Covers" : "Overlap";
}

/** Returns whether some packet belongs to both products. Allocates nothing. */
export function productsOverlap(a: TrafficProduct, b: TrafficProduct): boolean {
  return (
    (narrow.overlaps(a.services.v4, b.services.v4) &&
      narrow.overlaps(a.destinations.v4, b.destinations.v4) &&
      narrow.overlaps(a.sources.v4, b.sources.v4)) ||
    (narrow.overlaps(a.services.v6, b.services.v6) &&
      wide.overlaps(a.destinations.v6, b.destinations.v6) &&
      wide.overlaps(a.sources.v6, b.sources.v6))
  );
}

/**
 * Returns whether every packet of `inner` is in `outer`. If the sources, destinations or services of `inner` are empty
 * in a family, `inner` has no packets in this family. Allocates nothing.
 */
export function productContains(outer: TrafficProduct, inner: TrafficProduct): boolean {
  return (
    (isEmptyIn4(inner) ||
      (narrow.contains(outer.services.v4, inner.services.v4) &&
        narrow.contains(outer.destinations.v4, inner.destinations.v4) &&
        narrow.contains(outer.sources.v4, inner.sources.v4))) &&
    (isEmptyIn6(inner) ||
      (narrow.contains(outer.services.v6, inner.services.v6) &&
        wide.contains(outer.destinations.v6, inner.destinations.v6) &&
        wide.contains(outer.sources.v6, inner.sources.v6)))
  );
}

export function intersectProducts(a: TrafficProduct, b: TrafficProduct): TrafficProduct {
  return {
    sources: addresses.intersect(a.sources, b.sources),
    destinations: addresses.intersect(a.destinations, b.destinations),
    services: services.intersect(a.services, b.services),
  };
}

/** Returns the product as blocks, at most one for each family. */
export function blocksOfProduct(product: TrafficProduct): FamilyBlock[] {
  const blocks: FamilyBlock[] = [];
  if (!isEmptyIn4(product)) blocks.push(inFamily(product, 4));
  if (!isEmptyIn6(product)) blocks.push(inFamily(product, 6));
  return blocks;
}

/**
 * Returns the packets of `a` that are not in `b`, as up to three disjoint blocks for each family:
 * - the packets whose source is outside `b`
 * - the packets whose source is inside `b` and whose destination is outside `b`
 * - the packets whose source and destination are inside `b` and whose service is outside `b`
 */
export function subtractProduct(a: TrafficProduct, b: TrafficProduct): FamilyBlock[] {
  return blocksOfProduct(a).flatMap((block) => subtractFromBlock(block, b));
}

/**
 * Subtracts `b` from one block, as `subtractProduct` does. If the block and `b` share no packet, returns the block
 * itself.
 */
export function subtractFromBlock(block: FamilyBlock, b: TrafficProduct): FamilyBlock[] {
  if (!productsOverlap(block, b)) return [block];
  const { family } = block;
  const sources = addresses.intersect(block.sources, b.sources);
  const destinations = addresses.intersect(block.destinations, b.destinations);
  return [
    { ...block, sources: addresses.onlyFamily(addresses.subtract(block.sources, b.sources), family) },
    {
      ...block,
      sources,
      destinations: addresses.onlyFamily(addresses.subtract(block.destinations, b.destinations), family),
    },
    {
      family,
      sources,
      destinations,
      services: services.onlyFamily(services.subtract(block.services, b.services), family),
    },
  ].filter((part) => !productIsEmpty(part));
}

/**
 * Returns the packets of `a` that are in none of the `others`, as disjoint blocks. A product in `others` that shares no
 * packet with `a` costs only one check.
 */
export function subtractAll(a: TrafficProduct, others: Iterable<TrafficProduct>): FamilyBlock[] {
  const near: TrafficProduct[] = [];
  for (const other of others) if (productsOverlap(a, other)) near.push(other);
  return blocksOfProduct(a).flatMap((block) => {
    const touching = near.filter((other) => productsOverlap(block, other));
    if (touching.some((other) => productContains(other, block))) return [];
    if (touching.length < 2) return touching.length === 0 ? [block] : subtractProduct(block, touching[0] ?? block);
    const { family } = block;
    const inFamilyOnly = (product: TrafficProduct) => tripleOf(product, family);
    return uncovered(tripleOf(block, family), touching.map(inFamilyOnly), family).map((rest) => blockOf(rest, family));
  });
}

/**
 * Returns the lowest packet in the blocks. Packets are ordered by family (IPv4 first), source, destination and
 * protocol, and then by port or by ICMP type and code.
 */
export function lowestPacketOfBlocks(blocks: readonly FamilyBlock[]): PacketPoint | undefined {
  let lowest: PacketPoint | undefined;
  for (const block of blocks) {
    const packet = lowestOfBlock(block);
    if (packet !== undefined && (lowest === undefined || orderPackets(packet, lowest) < 0)) lowest = packet;
  }
  return lowest;
}

function tripleOf({ sources, destinations, services }: TrafficProduct, family: 4 | 6): Triple {
  return family === 4
    ? { sources: sources.v4, destinations: destinations.v4, services: services.v4 }
    : { sources: sources.v6, destinations: destinations.v6, services: services.v6 };
}

function blockOf({ sources, destinations, services }: Triple, family: 4 | 6): FamilyBlock {
  const only = (edges: Uint32Array) =>
    family === 4 ? { v4: edges, v6: narrow.noEdges } : { v4: narrow.noEdges, v6: edges };
  return { family, sources: only(sources), destinations: only(destinations), services: only(services) };
}

function lowestOfBlock({ family, ...block }: FamilyBlock): PacketPoint | undefined {
  const source = addresses.lowestAddress(block.sources, family);
  const destination = addresses.lowestAddress(block.destinations, family);
  const service = services.lowestService(block.services, family);
  if (source === undefined || destination === undefined || service === undefined) return undefined;
  return { family, source: source.value, destination: destination.value, service };
}

function orderPackets(a: PacketPoint, b: PacketPoint): number {
  if (a.family !== b.family) return a.family - b.family;
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  if (a.destination !== b.destination) return a.destination < b.destination ? -1 : 1;
  return placeOf(a.service) - placeOf(b.service);
}

function inFamily(product: TrafficProduct, family: 4 | 6): FamilyBlock {
  return {
    family,
    sources: addresses.onlyFamily(product.sources, family),
    destinations: addresses.onlyFamily(product.destinations, family),
    services: services.onlyFamily(product.services, family),
  };
}

function isEmptyIn4({ sources, destinations, services }: TrafficProduct): boolean {
  return sources.v4.length === 0 || destinations.v4.length === 0 || services.v4.length === 0;
}

function isEmptyIn6({ sources, destinations, services }: TrafficProduct): boolean {
  return sources.v6.length === 0 || destinations.v6.length === 0 || services.v6.length === 0;
}
