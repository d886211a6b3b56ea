import type { AddressSet } from "./address-set.ts";
import { formatCidr } from "./cidr.ts";
import { bigintAt } from "./wide-edges.ts";

/**
 * Describes a set by few CIDRs. The set contains the addresses that are in `named` but not in `negated`. Both lists
 * have canonical CIDRs in ascending order.
 */
export interface FewestCidrs {
  readonly named: readonly string[];
  readonly negated: readonly string[];
}

/**
 * A CIDR that contains some addresses of the set and some addresses outside the set. `named` is the number of CIDRs
 * needed to describe its addresses in the set. `negated` is the number needed to describe its other addresses.
 */
interface MixedBlock {
  /**
   * The least number of CIDRs, plain and negated together, that describe those addresses of this block that are in the
   * set.
   */
  readonly named: number;
  /** The least number of CIDRs that together contain exactly those addresses of this block that are not in the set. */
  readonly negated: number;
  readonly halves: readonly [Block, Block];
}
type Block = "inside" | "outside" | MixedBlock;

type Range = readonly [low: bigint, end: bigint];

/**
 * Describes a set by the smallest total number of plain and negated CIDRs. If two descriptions have the same total,
 * returns the one with more plain CIDRs. The time grows with the number of ranges in the set, multiplied by the number
 * of bits of an address.
 */
export function fewestCidrs(set: AddressSet): FewestCidrs {
  const named: string[] = [];
  const negated: string[] = [];
  for (const family of [4, 6] as const) {
    const width = family === 4 ? 32 : 128;
    const root = blockOf(rangesOf(set, family, 1n << BigInt(width)), 0n, 1n << BigInt(width));
    const visit = (block: Block, low: bigint, prefix: number, whole: "inside" | "outside", texts: string[]): void => {
      if (typeof block === "string") {
        const high = low + (1n << BigInt(width - prefix)) - 1n;
        if (block === whole) texts.push(formatCidr({ family, low, high, prefix }));
        return;
      }
      const [lower, upper] = block.halves;
      const half = 1n << BigInt(width - prefix - 1);
      if (whole === "inside" && costOf(lower).named + costOf(upper).named > block.named) {
        visit("inside", low, prefix, "inside", named);
        visit(lower, low, prefix + 1, "outside", negated);
        visit(upper, low + half, prefix + 1, "outside", negated);
        return;
      }
      visit(lower, low, prefix + 1, whole, texts);
      visit(upper, low + half, prefix + 1, whole, texts);
    };
    visit(root, 0n, 0, "inside", named);
  }
  return { named, negated };
}

function blockOf(ranges: readonly Range[], low: bigint, end: bigint): Block {
  const [first] = ranges;
  if (first === undefined) return "outside";
  if (first[0] <= low && end <= first[1]) return "inside";
  const middle = (low + end) / 2n;
  const halves = [
    blockOf(
      ranges.filter((range) => range[0] < middle),
      low,
      middle,
    ),
    blockOf(
      ranges.filter((range) => range[1] > middle),
      middle,
      end,
    ),
  ] as const;
  const [lower, upper] = halves.map(costOf) as [Cost, Cost];
  const negated = lower.negated + upper.negated;
  return { named: Math.min(lower.named + upper.named, 1 + negated), negated, halves };
}

type Cost = Pick<MixedBlock, "named" | "negated">;
const ofInside: Cost = { named: 1, negated: 0 };
const ofOutside: Cost = { named: 0, negated: 1 };

function costOf(block: Block): Cost {
  if (typeof block !== "string") return block;
  return block === "inside" ? ofInside : ofOutside;
}

function rangesOf(set: AddressSet, family: 4 | 6, end: bigint): Range[] {
  const edges =
    family === 4
      ? Array.from(set.v4, BigInt)
      : Array.from({ length: set.v6.length >>> 2 }, (_, at) => bigintAt(set.v6, at));
  const ranges: Range[] = [];
  for (let at = 0; at < edges.length; at += 2) ranges.push([edges[at] ?? 0n, edges[at + 1] ?? end]);
  return ranges;
}
