import type { TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import { addBits, type BitSet, eachBit, emptyBits, keepBits } from "./bit-set.ts";
import { buildRangeIndex, type Ranges } from "./range-index.ts";

/** Finds the boundaries whose reach may share traffic with a rule, by position; it misses none that does. */
export interface BoundaryIndex {
  /** Calls `visit` with the position of each boundary among `allowed` that is near, ascending. */
  readonly eachNear: (traffic: TrafficProduct, allowed: BitSet, visit: (position: number) => void) => void;
}

const families = ["v4", "v6"] as const;
const sides = ["sources", "destinations", "services"] as const;

export function buildBoundaryIndex(reaches: readonly TrafficProduct[]): BoundaryIndex {
  const indexed = families.map((family) =>
    sides.map((side) => ({
      rangesOf: (traffic: TrafficProduct) => rangesOf(traffic, family, side),
      index: buildRangeIndex(reaches.map((reach) => rangesOf(reach, family, side))),
    })),
  );
  const eachNear: BoundaryIndex["eachNear"] = (traffic, allowed, visit) => {
    const near = emptyBits(reaches.length);
    for (const inFamily of indexed) {
      const ranges = inFamily.map(({ rangesOf }) => rangesOf(traffic));
      if (ranges.some(({ length }) => length === 0)) continue;
      const onEverySide = allowed.slice();
      inFamily.forEach(({ index }, side) => {
        const onThisSide = emptyBits(reaches.length);
        index.addNear(onThisSide, ranges[side] ?? noRanges);
        keepBits(onEverySide, onThisSide);
      });
      addBits(near, onEverySide, 0);
    }
    eachBit(near, visit);
  };
  return { eachNear };
}

const noRanges: Ranges = new Float64Array(0);

/**
 * Services lie on a line as IPv4 addresses do. Of IPv6 addresses the upper 64 bits count as one number; it is rounded to 53
 * bits, which keeps the order, so that ranges which share an address still meet.
 */
function rangesOf(traffic: TrafficProduct, family: "v4" | "v6", side: (typeof sides)[number]): Ranges {
  const edges = traffic[side][family];
  if (edges.length === 0) return noRanges;
  return family === "v6" && side !== "services" ? rangesOfWideEdges(edges) : rangesOfEdges(edges);
}

/** Edges alternate between the first number of a range and the first one after it; the last range may be open. */
function rangesOfEdges(edges: Uint32Array): Ranges {
  const ranges = new Float64Array(edges.length + (edges.length & 1)).fill(2 ** 32);
  for (let index = 0; index < edges.length; index += 1) ranges[index] = (edges[index] as number) - (index & 1);
  return ranges;
}

function rangesOfWideEdges(edges: Uint32Array): Ranges {
  const count = edges.length >>> 2;
  const ranges = new Float64Array(count + (count & 1)).fill(2 ** 64);
  for (let index = 0; index < count; index += 1) {
    ranges[index] = (edges[index << 2] as number) * 2 ** 32 + (edges[(index << 2) + 1] as number);
  }
  return ranges;
}
