import type { AddressSet } from "./address-set.ts";
import type { ServicePoint } from "./service-line.ts";
import type { ServiceSet } from "./service-set.ts";

/**
 * All packets from any of the sources to any of the destinations with any of the services. The source, destination and
 * service of a packet are always of the same family.
 */
export interface TrafficProduct {
  readonly sources: AddressSet;
  readonly destinations: AddressSet;
  readonly services: ServiceSet;
}

/**
 * A product inside one family. The three sets of the product contain nothing of the other family, and none of these
 * sets is empty.
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
