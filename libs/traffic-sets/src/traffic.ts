import type { AddressSet } from "./address-set.ts";
import type { ServicePoint } from "./service-line.ts";
import type { ServiceSet } from "./service-set.ts";

/** Every source with every destination of the same family with every service of that family. */
export interface TrafficProduct {
  readonly sources: AddressSet;
  readonly destinations: AddressSet;
  readonly services: ServiceSet;
}

/** A product inside one family. Its sets contain nothing of the other family, and none of them is empty. */
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
