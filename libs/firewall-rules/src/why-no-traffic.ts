import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { productIsEmpty, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import type { RuleSide } from "./rule.ts";

/**
 * Why a combination of sources, destinations and services contains no packet. `reason` is a clause that can follow the
 * word "because".
 */
export interface NoTrafficReason {
  /**
   * The side because of which the combination contains no packet. Null if the sources and destinations have no common
   * address family.
   */
  readonly side: RuleSide | null;
  readonly reason: string;
  /** What to change. */
  readonly remedy: string;
}

/**
 * Returns the reason why a combination of sources, destinations and services contains no packet. Returns null if the
 * combination contains a packet.
 */
export function whyNoTraffic(product: TrafficProduct): NoTrafficReason | null {
  if (!productIsEmpty(product)) return null;
  const { sources, destinations } = product;
  if (addresses.isEmpty(sources)) return emptied("Source", "sources");
  if (addresses.isEmpty(destinations)) return emptied("Destination", "destinations");
  if (services.isEmpty(product.services)) {
    return { side: "Service", reason: "its services name nothing", remedy: "name a service" };
  }
  const met = ([4, 6] as const).filter(
    (family) => !addresses.isEmptyIn(sources, family) && !addresses.isEmptyIn(destinations, family),
  );
  const [family] = met;
  if (family === undefined) {
    const [from, to] = addresses.isEmptyIn(sources, 4) ? ["IPv6", "IPv4"] : ["IPv4", "IPv6"];
    return {
      side: null,
      reason: `its sources are ${from} only and its destinations ${to} only`,
      remedy: "name sources and destinations of one family",
    };
  }
  const [has, needs] = family === 4 ? ["IPv4", "IPv6"] : ["IPv6", "IPv4"];
  return {
    side: "Service",
    reason: `its sources and destinations share only ${has} and its services are ${needs} only`,
    remedy: `name services of ${has} or addresses of ${needs}`,
  };
}

function emptied(side: RuleSide, name: string): NoTrafficReason {
  return {
    side,
    reason: `its ${name} negate all that they name`,
    remedy: `negate less in the ${name} or name more`,
  };
}
