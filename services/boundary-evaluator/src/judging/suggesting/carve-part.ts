import { productIsEmpty, productsOverlap, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import { algebraOf, holds, type Kept, type Measure, metAlong, partSides, withSide } from "../matching/rule-part.ts";

export interface CarveNeeds {
  /** Returns the traffic with which a part of the rule must not share packets. This traffic may depend on the part. */
  readonly objecting: (part: TrafficProduct) => readonly TrafficProduct[];
  readonly measure: Measure;
  readonly goesOn: () => boolean;
}

/**
 * The largest number of rounds in which forbidden traffic is removed from a part. One round may not be enough. If the
 * part loses ports, its runs of consecutive ports get shorter, and another Fail boundary may forbid these shorter runs.
 */
const mostRounds = 4;

/**
 * Removes the traffic that Fail boundaries forbid from a part of a rule. `objecting` returns this traffic as a list of
 * products. The result is a single product of sources, destinations and services.
 *
 * To remove one forbidden product, the function reduces one side of the part. The reduced part must still have traffic
 * and must contain `kept`. If several sides are possible, the function reduces the side that loses the least traffic.
 * Returns undefined if no side is possible, or if the time or the rounds run out.
 */
export function carved(
  part: TrafficProduct,
  kept: Kept,
  { objecting, measure, goesOn }: CarveNeeds,
): TrafficProduct | undefined {
  let left = part;
  for (let round = 0; round < mostRounds; round += 1) {
    const hits = objecting(left).filter((one) => productsOverlap(left, one));
    if (hits.length === 0) return left;
    for (const hit of hits) {
      if (!goesOn()) return undefined;
      if (!productsOverlap(left, hit)) continue;
      const without = withoutHit(left, hit, kept, measure);
      if (without === undefined) return undefined;
      left = without;
    }
  }
  return undefined;
}

function withoutHit(
  part: TrafficProduct,
  hit: TrafficProduct,
  kept: Kept,
  measure: Measure,
): TrafficProduct | undefined {
  const ways = partSides
    .map((side) => ({ side, met: metAlong(side, part, hit) }))
    .map((way) => ({ ...way, loss: measure.loss(part, way.side, way.met) }))
    .sort((a, b) => a.loss - b.loss);
  for (const { side, met } of ways) {
    const cut = withSide(part, side, algebraOf(side).subtract(part[side], met));
    if (!productIsEmpty(cut) && holds(cut, kept)) return cut;
  }
  return undefined;
}
