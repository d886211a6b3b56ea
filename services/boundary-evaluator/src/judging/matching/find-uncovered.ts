import {
  blocksOfProduct,
  type FamilyBlock,
  productIsEmpty,
  productsOverlap,
  subtractFromBlock,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import { algebraOf, partSides } from "./rule-part.ts";

/**
 * Finds one part of `traffic` that is outside all products in `others`. A product is every source combined with every
 * destination and every service. Returns undefined if the products together contain all of the traffic.
 *
 * The search subtracts one product after the other, which divides the traffic into blocks. Each block is compared only
 * with the products that overlap it. The search ends at the first block that no product overlaps.
 */
export function findUncovered(traffic: TrafficProduct, others: readonly TrafficProduct[]): FamilyBlock | undefined {
  const open = blocksOfProduct(traffic).map((block) => ({ block, others }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { block, others: near } = trimmed(next.block, next.others);
    if (productIsEmpty(block)) continue;
    const [first, ...rest] = near;
    if (first === undefined) return block;
    for (const part of subtractFromBlock(block, first)) open.push({ block: part, others: rest });
  }
  return undefined;
}

/**
 * Subtracts some of the products from a block, which is a product in one address family. Returns the remaining block,
 * and the products that overlap the remaining block.
 *
 * Subtracts a product only if it contains all of the block on at least two sides. Then the remaining traffic is still a
 * single block. All such products for one side are subtracted together. Without this step, `findUncovered` would
 * subtract them one after the other and create many blocks.
 */
function trimmed(
  block: FamilyBlock,
  others: readonly TrafficProduct[],
): { readonly block: FamilyBlock; readonly others: readonly TrafficProduct[] } {
  let left = block;
  let near = others.filter((other) => productsOverlap(left, other));
  for (const side of partSides) {
    const { contains, subtract, unionAll } = algebraOf(side);
    const whole = near.filter((other) =>
      partSides.every((one) => one === side || algebraOf(one).contains(other[one], left[one])),
    );
    if (whole.length === 0) continue;
    if (whole.some((other) => contains(other[side], left[side])))
      return { block: { ...left, [side]: none }, others: [] };
    left = { ...left, [side]: subtract(left[side], unionAll(whole.map((other) => other[side]))) };
    if (productIsEmpty(left)) return { block: left, others: [] };
    near = near.filter((other) => productsOverlap(left, other));
  }
  return { block: left, others: near };
}

const none = { v4: new Uint32Array(0), v6: new Uint32Array(0) };
