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
 * Some part of `traffic` that none of `others` holds; undefined when together they hold all of it. Exact, and as quick as
 * the first gap: it follows one part at a time and drops what is far from it, instead of keeping every part there is.
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
 * The block without what is held by those that hold two of its sides whole, and the others that are near what is left. They
 * leave one block, not several, and taken one after the other their cuts would multiply.
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
