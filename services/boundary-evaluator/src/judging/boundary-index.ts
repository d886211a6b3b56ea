import type { TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import { addBits, type BitSet, eachBit, emptyBits, keepBits } from "./bit-set.ts";
import { buildRangeIndex } from "./range-index.ts";

/** Finds the boundaries whose reach may share traffic with a rule, by position; it misses none that does. */
export interface BoundaryIndex {
  /** Calls `visit` with the position of each boundary among `allowed` that is near, ascending. */
  readonly eachNear: (traffic: TrafficProduct, allowed: BitSet, visit: (position: number) => void) => void;
}

const families = ["v4", "v6"] as const;
/** Services lie on a line as addresses do. */
const sides = ["services", "destinations", "sources"] as const;

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
  const eachNear: BoundaryIndex["eachNear"] = (traffic, allowed, visit) => {
    const near = emptyBits(reaches.length);
    for (const { family, sides } of indexed) {
      if (sides.some(({ side }) => traffic[side][family].length === 0)) continue;
      const onEverySide = allowed.slice();
      for (const { side, index } of sides) {
        const onThisSide = emptyBits(reaches.length);
        index.addNear(onThisSide, traffic[side][family]);
        keepBits(onEverySide, onThisSide);
      }
      addBits(near, onEverySide, 0);
    }
    eachBit(near, visit);
  };
  return { eachNear };
}
