import * as addresses from "@network-access/traffic-sets/address-set";
import {
  blocksOfProduct,
  productContains,
  productsOverlap,
  subtractFromBlock,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import { algebraOf, metAlong, type PartSide, partSides, type SideSet, withSide } from "../matching/rule-part.ts";

/** What a part may grow over. */
export interface Ground {
  /** The rule it is a part of. */
  readonly whole: TrafficProduct;
  /** What covers a rule that is at least this part. */
  readonly allowing: (part: TrafficProduct) => readonly TrafficProduct[];
  /** What it must stay clear of. */
  readonly objecting: (part: TrafficProduct) => readonly TrafficProduct[];
  readonly goesOn: () => boolean;
}

type Order = readonly PartSide[];
/** Each side once first: what comes first grows furthest. */
export const growingOrders: readonly Order[] = [
  ["sources", "destinations", "services"],
  ["destinations", "services", "sources"],
  ["services", "sources", "destinations"],
];

/**
 * Takes a part that Pass boundaries cover and to which no Fail boundary objects. Makes each side in turn as wide as it
 * can be while both still hold.
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
    // More services are other port runs, which may meet another objection.
    if (side !== "services" || !objecting(next).some((one) => productsOverlap(one, next))) grown = next;
  }
  return grown;
}

/**
 * Gives the members of one side of `part` for which some traffic is in none of `others`. If there is no time to find
 * out, gives all members.
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
    // Products that contain the two other sides whole need no splitting, and most products do.
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
