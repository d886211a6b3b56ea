import { admittedFamily } from "@network-access/firewall-rules/admitted-family";
import * as addresses from "@network-access/traffic-sets/address-set";
import { blocksOfProduct } from "@network-access/traffic-sets/traffic-product";
import type { PolicyBoundary } from "../policy-boundary.ts";
import { isKnown } from "../written-side.ts";
import type { WrittenTraffic } from "./written-traffic.ts";

/**
 * A side of a boundary that negates addresses of only one address family and contains all addresses of the other
 * family. `admitted` is that other family.
 */
export interface AdmittedFamily {
  readonly boundary: PolicyBoundary;
  readonly member: "sources" | "destinations";
  readonly admitted: 4 | 6;
}

/**
 * Finds sides that negate addresses of one family but contain all addresses of the other family. Checks only sides
 * without groups and items, in boundaries that have traffic in the other family.
 */
export function findAdmittedFamilies(boundaries: readonly WrittenTraffic[]): AdmittedFamily[] {
  return boundaries.flatMap((traffic) =>
    (["sources", "destinations"] as const).flatMap((member) => {
      const { all } = traffic[member];
      if (!isKnown(all) || addresses.isEmpty(all.negated)) return [];
      const admitted = admittedFamily({ addresses: all.written, negated: all.negated });
      const hasTraffic = blocksOfProduct(traffic.most).some(({ family }) => family === admitted);
      return admitted !== null && hasTraffic ? [{ boundary: traffic.boundary, member, admitted }] : [];
    }),
  );
}
