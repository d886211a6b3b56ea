import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import {
  blocksOfProduct,
  intersectProducts,
  lowestPacketOfBlocks,
  productsOverlap,
  type Relation,
  relate,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import type { PacketPoint } from "@network-access/traffic-sets/traffic-set";
import type { PolicyBoundary } from "../policy-boundary.ts";
import { isKnown, type WrittenSide } from "../written-side.ts";
import type { WrittenTraffic } from "./written-traffic.ts";

/** A Pass boundary that contradicts a Fail boundary, because a rule can be inside both. */
interface Contradicted {
  readonly pass: PolicyBoundary;
  /** The lowest packet that is inside both boundaries. */
  readonly packet: PacketPoint;
  /**
   * How the traffic of the Pass boundary relates to that of the Fail boundary. Null if this depends on groups, items or
   * an object with Equals.
   */
  readonly relation: Relation | null;
}

/** A Fail boundary and the Pass boundaries that it contradicts. */
export interface Contradiction {
  readonly fail: PolicyBoundary;
  readonly count: number;
  /** The first contradicting Pass boundaries in the order of the files, at most MOST_KEPT. */
  readonly passes: readonly Contradicted[];
}

interface Undecided {
  readonly fail: PolicyBoundary;
  readonly count: number;
  /** The first Pass boundaries that may contradict the Fail boundary, in the order of the files, at most MOST_KEPT. */
  readonly passes: readonly PolicyBoundary[];
}

export interface Contradictions {
  readonly found: readonly Contradiction[];
  /**
   * Fail boundaries and the Pass boundaries that may contradict them. Whether they do depends on the content of groups
   * and items.
   */
  readonly undecided: readonly Undecided[];
}

/**
 * The maximum number of Pass boundaries that `found` and `undecided` each list for one Fail boundary. There may be
 * millions of pairs of a Pass and a Fail boundary, so the result does not list all of them.
 */
const MOST_KEPT = 20;

/**
 * Returns the pairs of an enforced Pass and an enforced Fail boundary that contradict each other or may do so. Skips
 * pairs of boundaries that have no rule action or no project in common, because no rule can meet both of them.
 */
export function findContradictions(boundaries: readonly WrittenTraffic[]): Contradictions {
  const enforced = boundaries.filter(({ boundary }) => boundary.text.enforced);
  const allPasses = enforced.filter(({ boundary }) => boundary.text.action === "Pass");
  const fails = enforced.filter(({ boundary }) => boundary.text.action === "Fail");
  const found: Contradiction[] = [];
  const undecided: Undecided[] = [];
  for (const fail of fails) {
    const passes: Contradicted[] = [];
    const open: PolicyBoundary[] = [];
    let [count, openCount] = [0, 0];
    for (const pass of allPasses) {
      if (!productsOverlap(pass.most, fail.most) || !meetSomeRequest(pass.boundary, fail.boundary)) continue;
      const shared = sharedBy(pass, fail);
      if (shared === "nothing") continue;
      if (shared === "unknown") {
        openCount += 1;
        if (open.length < MOST_KEPT) open.push(pass.boundary);
        continue;
      }
      count += 1;
      const packet = passes.length < MOST_KEPT ? lowestPacketOfBlocks(shared) : undefined;
      if (packet !== undefined) passes.push({ pass: pass.boundary, packet, relation: relationOf(pass, fail) });
    }
    if (count > 0) found.push({ fail: fail.boundary, count, passes });
    if (openCount > 0) undecided.push({ fail: fail.boundary, count: openCount, passes: open });
  }
  return { found, undecided };
}

function meetSomeRequest({ text: a }: PolicyBoundary, { text: b }: PolicyBoundary): boolean {
  if (!a.ruleActions.some((action) => b.ruleActions.includes(action))) return false;
  return a.projectIds === null || b.projectIds === null || a.projectIds.some((id) => b.projectIds?.includes(id));
}

type Shared = "nothing" | "unknown" | ReturnType<typeof blocksOfProduct>;

/**
 * Returns the traffic that a rule inside both boundaries can have, whatever groups and items contain. Returns "nothing"
 * if no rule can be inside both boundaries, and "unknown" if this may depend on groups and items.
 */
function sharedBy(pass: WrittenTraffic, fail: WrittenTraffic): Shared {
  const sides = [pass.sources, pass.destinations, fail.sources, fail.destinations];
  if (sides.every(({ exact }) => exact === null)) {
    const certain = intersectProducts(pass.least, fail.least);
    const blocks = blocksOfProduct(certain);
    return blocks.length === 0 ? "unknown" : blocks;
  }
  if (!sides.every(({ all, exact }) => isKnown(all) && (exact === null || isKnown(exact)))) return "unknown";
  const both = intersectProducts(pass.most, fail.most);
  const blocks = blocksOfProduct(both).filter(({ family }) => leavesRoom(pass, fail, both, family));
  return blocks.length === 0 ? "nothing" : blocks;
}

/**
 * Returns whether a rule with traffic in `family` can be inside both boundaries.
 *
 * Such a rule contains all addresses of every object with Equals, and only addresses that both boundaries contain. Both
 * boundaries must therefore contain all addresses in `family` of the objects with Equals. If every such rule also has
 * traffic in the other address family, both boundaries must contain the objects' addresses in that family too.
 */
function leavesRoom(pass: WrittenTraffic, fail: WrittenTraffic, both: TrafficProduct, family: 4 | 6): boolean {
  const sources = demanded(pass.sources, fail.sources);
  const destinations = demanded(pass.destinations, fail.destinations);
  const isShared = (one: 4 | 6) =>
    addresses.contains(both.sources, addresses.onlyFamily(sources, one)) &&
    addresses.contains(both.destinations, addresses.onlyFamily(destinations, one));
  const other = family === 4 ? 6 : 4;
  const ofFamilyOnly = family === 4 ? services.allIcmpV4() : services.allIcmpV6();
  return (
    isShared(family) &&
    (isShared(other) ||
      addresses.isEmptyIn(sources, other) ||
      addresses.isEmptyIn(destinations, other) ||
      services.overlaps(both.services, ofFamilyOnly))
  );
}

function demanded(a: WrittenSide, b: WrittenSide) {
  return addresses.unionAll([a, b].flatMap(({ exact }) => (exact === null ? [] : [exact.written])));
}

function relationOf(pass: WrittenTraffic, fail: WrittenTraffic): Relation | null {
  const isPlain = ({ all, exact }: WrittenSide) => exact === null && isKnown(all);
  const plain = [pass.sources, pass.destinations, fail.sources, fail.destinations].every(isPlain);
  return plain ? relate(pass.most, fail.most) : null;
}
