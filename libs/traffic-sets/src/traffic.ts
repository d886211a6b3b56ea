import type { AddressSet } from "./address-set.ts";
import type { ServicePoint } from "./service-line.ts";
import type { ServiceSet } from "./service-set.ts";

/**
 * All packets whose source is in `sources`, whose destination is in `destinations` and whose service is in `services`.
 * A packet's source, destination and service belong to the same address family.
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
