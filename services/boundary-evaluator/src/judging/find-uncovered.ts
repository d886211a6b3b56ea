import {
  blocksOfProduct,
  type FamilyBlock,
  productContains,
  productsOverlap,
  subtractFromBlock,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";

/**
 * Some part of `traffic` that none of `others` holds; undefined when together they hold all of it. Exact, and as quick as
 * the first gap: it follows one part at a time and drops what is far from it, instead of keeping every part there is.
 */
export function findUncovered(traffic: TrafficProduct, others: readonly TrafficProduct[]): FamilyBlock | undefined {
  const open = blocksOfProduct(traffic).map((block) => ({ block, others }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { block } = next;
    const near = next.others.filter((other) => productsOverlap(block, other));
    const [first, ...rest] = near;
    if (first === undefined) return block;
    if (near.some((other) => productContains(other, block))) continue;
    for (const part of subtractFromBlock(block, first)) open.push({ block: part, others: rest });
  }
  return undefined;
}
