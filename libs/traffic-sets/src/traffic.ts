import type { AddressSet } from "./address-set.ts";
import type { ServicePoint } from "./service-line.ts";
import type { ServiceSet } from "./service-set.ts";

/**
 * All packets that have one of these sources, one of these destinations and one of these services, all three of the
 * same address family.
 */
export interface TrafficProduct {
  readonly sources: AddressSet;
  readonly destinations: AddressSet;
  readonly services: ServiceSet;
}

/**
 * A product in one address family. Its sources, destinations and services are not empty, and they contain nothing of
 * the other family.
 */
export interface FamilyBlock extends TrafficProduct {
  readonly family: 4 | 6;
}

/** One concrete packet. */
export interface PacketPoint {
  family: 4 | 6;
  source: bigint;
  destination: bigint;
  service: ServicePoint;
}
