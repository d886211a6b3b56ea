import { productIsEmpty, productsOverlap, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import { algebraOf, holds, type Kept, type Measure, metAlong, partSides, withSide } from "../matching/rule-part.ts";

export interface CarveNeeds {
  /** Returns the traffic with which a part of the rule must not share packets. This traffic may depend on the part. */
  readonly objecting: (part: TrafficProduct) => readonly TrafficProduct[];
  readonly measure: Measure;
  readonly goesOn: () => boolean;
}

/**
 * The limit of rounds in which forbidden traffic is removed from a part. Several rounds may be needed: a part that
 * loses ports has shorter runs of consecutive ports, which another Fail boundary may forbid.
 */
const mostRounds = 4;

/**
 * Returns the part without the traffic that Fail boundaries forbid, as one product of sources, destinations and
 * services. `objecting` returns the forbidden traffic.
 *
 * Each piece of forbidden traffic is removed by reducing one side. The reduced part must still have traffic and must
 * contain `kept`. Among the sides for which this is true, the function reduces the one with the smallest loss of
 * traffic. Returns undefined if there is no such side for a piece, or if the time or the rounds run out.
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
