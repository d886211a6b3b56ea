import type { TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import { addBits, type BitSet, countBits, eachBit, emptyBits, keepBits } from "./bit-set.ts";
import { buildRangeIndex } from "./range-index.ts";

/**
 * Finds the boundaries that may share traffic with a rule. The index contains the reach of each boundary, which is all
 * traffic that the boundary can name. A search may find too many boundaries, but never misses a boundary whose reach
 * shares traffic with the rule.
 */
export interface BoundaryIndex {
  /**
   * Calls `visit` for each boundary in `allowed` that may share traffic with the rule. A boundary is identified by its
   * position in the list from which the index was built. Positions are visited in ascending order. `visit` must not
   * query the same index.
   */
  readonly eachNear: (traffic: TrafficProduct, allowed: BitSet, visit: (position: number) => void) => void;
}

const families = ["v4", "v6"] as const;
/**
 * The sides of traffic in the order in which they are searched. Services are ranges of numbers too, so they are indexed
 * like addresses. Many boundaries name the same few services, so searching the services excludes few boundaries.
 * Services are therefore searched last.
 */
const sides = ["destinations", "sources", "services"] as const;
/**
 * The index is searched one side after another. If at most this many boundaries are left, the remaining sides are not
 * searched, because checking the boundaries one by one is faster.
 */
const FEW = 8;

export function buildBoundaryIndex(reaches: readonly TrafficProduct[]): BoundaryIndex {
  const indexed = families.map((family) => ({
    family,
    sides: sides.map((side) => ({
      side,
      index: buildRangeIndex({
        lists: reaches.map((reach) => reach[side][family]),
        width: family === "v6" && side !== "services" ? 4 : 1,
      }),
    })),
  }));
  // These sets are created once for all lookups, because creating them takes longer than a lookup.
  const near = emptyBits(reaches.length);
  const onEverySide = emptyBits(reaches.length);
  const onThisSide = emptyBits(reaches.length);
  const eachNear: BoundaryIndex["eachNear"] = (traffic, allowed, visit) => {
    near.fill(0);
    for (const { family, sides } of indexed) {
      if (sides.some(({ side }) => traffic[side][family].length === 0)) continue;
      onEverySide.set(allowed);
      for (const { side, index } of sides) {
        onThisSide.fill(0);
        index.addNear(onThisSide, traffic[side][family]);
        keepBits(onEverySide, onThisSide);
        if (countBits(onEverySide, FEW) <= FEW) break;
      }
      addBits(near, onEverySide, 0);
    }
    eachBit(near, visit);
  };
  return { eachNear };
}
