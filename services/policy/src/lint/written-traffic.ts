import type { TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import type { PolicyBoundary } from "../policy-boundary.ts";
import {
  leastOf,
  mostOf,
  reachedServices,
  type WrittenServices,
  type WrittenSide,
  writtenServices,
  writtenSide,
} from "../written-side.ts";

/** A boundary, and what its text alone says about its traffic, whatever the groups and items in the text contain. */
export interface WrittenTraffic {
  readonly boundary: PolicyBoundary;
  readonly sources: WrittenSide;
  readonly destinations: WrittenSide;
  readonly services: WrittenServices;
  /**
   * The smallest possible traffic of the boundary: the traffic that it contains whatever its groups and items contain.
   */
  readonly least: TrafficProduct;
  /** The largest possible traffic of the boundary. */
  readonly most: TrafficProduct;
}

export function writtenTraffic(boundary: PolicyBoundary): WrittenTraffic {
  const { text } = boundary;
  const [sources, destinations] = [writtenSide(text.sources), writtenSide(text.destinations)];
  const services = writtenServices(text.services);
  const reached = reachedServices(services);
  return {
    boundary,
    sources,
    destinations,
    services,
    least: { sources: leastOf(sources.all), destinations: leastOf(destinations.all), services: reached },
    most: { sources: mostOf(sources.all), destinations: mostOf(destinations.all), services: reached },
  };
}
