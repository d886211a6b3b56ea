import * as addresses from "@network-access/traffic-sets/address-set";
import {
  blocksOfProduct,
  productContains,
  productsOverlap,
  subtractFromBlock,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import { algebraOf, metAlong, type PartSide, partSides, type SideSet, withSide } from "../matching/rule-part.ts";

/** The traffic to which a part of a rule may grow, and the traffic with which the part must not share packets. */
export interface Ground {
  /** The traffic of the whole rule. */
  readonly whole: TrafficProduct;
  /**
   * Returns the traffic of the Pass boundaries that count for every rule that contains `part`. Because of the
   * comparison Equals, a boundary may count only for rules that contain certain addresses. The boundary is left out if
   * `part` lacks any of these addresses.
   */
  readonly allowing: (part: TrafficProduct) => readonly TrafficProduct[];
  /**
   * Returns the traffic of the Fail boundaries, which `part` must not share. With a PortRangeSize, this traffic depends
   * on the ports of `part`.
   */
  readonly objecting: (part: TrafficProduct) => readonly TrafficProduct[];
  readonly goesOn: () => boolean;
}

type Order = readonly PartSide[];
/**
 * The orders in which the sides of a part are extended. The side that is extended first is extended the furthest, so
 * each side is first in one of the orders.
 */
export const growingOrders: readonly Order[] = [
  ["sources", "destinations", "services"],
  ["destinations", "services", "sources"],
  ["services", "sources", "destinations"],
];

/**
 * Extends the sides of a part of a rule, in the given order, and returns the extended part. A side gets each further
 * member of the rule's side for which two conditions hold: Pass boundaries cover all traffic of the part with this
 * member, and no Fail boundary forbids any of this traffic.
 *
 * If the time runs out, the remaining sides are not extended. Additional services change the runs of consecutive ports
 * in the part, and a PortRangeSize of a Fail boundary may match the new runs. If a Fail boundary would then forbid
 * traffic of the part, the services are not extended.
 */
export function grown(
  part: TrafficProduct,
  order: Order,
  { whole, allowing, objecting, goesOn }: Ground,
): TrafficProduct {
  let grown = part;
  for (const side of order) {
    const { subtract, union, unionAll } = algebraOf(side);
    const added = { ...grown, [side]: subtract(whole[side], grown[side]) };
    const met = objecting(grown)
      .filter((one) => productsOverlap(added, one))
      .map((one) => metAlong(side, added, one));
    const free = { ...added, [side]: subtract(added[side], unionAll(met)) };
    const open = openAlong(side, free, allowing(grown), goesOn);
    const next = withSide(grown, side, union(grown[side], subtract(free[side], open)));
    // Added services create new runs of consecutive ports, which a PortRangeSize of a Fail boundary may match. The
    // services are not extended if a Fail boundary would then forbid traffic of the part.
    if (side !== "services" || !objecting(next).some((one) => productsOverlap(one, next))) grown = next;
  }
  return grown;
}

/**
 * A packet of `part` is open if none of `others` contains it. Returns the members of one side of `part` that occur in
 * at least one open packet. If the time runs out first, returns all members of the side.
 */
function openAlong(
  side: PartSide,
  part: TrafficProduct,
  others: readonly TrafficProduct[],
  goesOn: () => boolean,
): SideSet {
  const { subtract, union, unionAll, isEmpty } = algebraOf(side);
  let open: SideSet = addresses.noAddresses;
  for (const block of blocksOfProduct(part)) {
    const near = others.filter((other) => productsOverlap(block, other));
    // Most products contain the block completely on the two sides other than `side`. Subtracting such a product does
    // not split the block. These products are therefore subtracted first, all at once.
    const whole = near.filter((other) =>
      partSides.every((one) => one === side || algebraOf(one).contains(other[one], block[one])),
    );
    const left = subtract(block[side], unionAll(whole.map((other) => other[side])));
    const stack = [{ block: { ...block, [side]: left }, others: near }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (!goesOn()) return part[side];
      const rest = { ...next.block, [side]: subtract(next.block[side], open) };
      if (isEmpty(rest[side])) continue;
      const stillNear = next.others.filter((other) => productsOverlap(rest, other));
      const [first, ...later] = stillNear;
      if (first === undefined) open = union(open, rest[side]);
      else if (!stillNear.some((other) => productContains(other, rest)))
        for (const piece of subtractFromBlock(rest, first)) stack.push({ block: piece, others: later });
    }
  }
  return open;
}
