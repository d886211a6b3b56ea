import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import {
  type AddressPoint,
  addressCuts,
  inCidr,
  inServiceObject,
  type Packet,
  type ServicePoint,
  serviceCuts,
  sortPackets,
} from "./oracle-points.ts";

/**
 * The input of the oracle. The oracle is a second judge, for tests. It is slow and simple, and it shares no code with
 * the judge or the judge's sets.
 *
 * All sets in a scenario consist of ranges. The ends of all these ranges divide the addresses and services into
 * intervals. All points of an interval are in the same sets, so the oracle tests only the first point of each interval.
 * It answers every question for each packet that consists of such first points.
 */
export interface Scenario {
  readonly projectId: string;
  readonly rules: readonly Rule[];
  readonly boundaries: readonly OracleBoundary[];
  /** The lookups by group id or item id. An id that is not listed here is unknown. */
  readonly lookups: ReadonlyMap<string, Lookup>;
  readonly scoreReviewAt?: number | undefined;
  readonly scoreFailAt?: number | undefined;
}
export type Lookup = { readonly cidrs: readonly string[] } | "failed" | "not-ready";

export interface OracleBoundary {
  readonly id: string;
  readonly action: "Pass" | "Fail" | "Score";
  readonly enforced: boolean;
  readonly score: number | null;
  readonly ruleActions: readonly Rule["action"][];
  readonly sources: readonly NetworkObject[];
  readonly destinations: readonly NetworkObject[];
  readonly services: readonly ServiceObject[];
  readonly partialMatch: "Review" | "Fail";
  readonly projectIds: readonly string[] | null;
}

type Side = "Source" | "Destination" | "Service";
type State = "Pass" | "Fail" | "Review" | "Error";

export interface OracleRelation {
  readonly relation: string;
  readonly failingSides: readonly Side[];
  /**
   * Returns whether a packet belongs to the residual: the part of the rule's traffic that is outside a Pass or Score
   * boundary, or inside a Fail boundary.
   */
  readonly inResidual: (packet: Packet) => boolean;
  readonly witness: Packet | undefined;
}
interface OracleResult {
  readonly id: string;
  readonly isMatch: boolean;
  readonly score: number | null;
  readonly state: State | null;
  readonly matchingRuleIds: readonly string[];
  readonly relations: ReadonlyMap<string, OracleRelation>;
}
export interface OracleVerdict {
  readonly state: State;
  readonly score: number | null;
  readonly results: readonly OracleResult[];
  /** Each finding as `rule|side|code`, sorted. */
  readonly findings: readonly string[];
  /**
   * The packets that the oracle tests. Each packet represents all packets that the scenario does not distinguish from
   * it, and is the lowest of them.
   */
  readonly packets: readonly Packet[];
  /**
   * Returns the last address of the range that begins with `first`. Every set of addresses in the scenario contains
   * either all addresses of this range or none of them.
   */
  readonly lastOf: (family: 4 | 6, first: bigint) => bigint;
  /**
   * Returns whether the Pass boundaries with these ids together contain a rule completely. Ignores boundaries that
   * `granting` does not return for the rule.
   */
  readonly cover: (ruleId: string, boundaryIds: readonly string[]) => boolean;
  /** The packets of a rule among `packets`. */
  readonly traffic: (rule: Rule) => readonly Packet[];
  readonly inside: (rule: Rule, boundary: OracleBoundary) => (packet: Packet) => boolean;
  /** The Pass boundaries that count for a rule. */
  readonly granting: (rule: Rule) => readonly OracleBoundary[];
  /** The enforced boundaries that apply to the project. */
  readonly taking: readonly OracleBoundary[];
  readonly isUnresolved: (one: Pick<Rule, "sources" | "destinations">) => boolean;
  /** Returns whether a side requires an address by Equals. */
  readonly asksInFull: (side: readonly NetworkObject[], point: AddressPoint) => boolean;
}

const families = [4, 6] as const;
const addressSides = [
  ["Source", "sources"],
  ["Destination", "destinations"],
] as const;

export function judgeByPoints(scenario: Scenario): OracleVerdict {
  const { rules, lookups } = scenario;
  const taking = scenario.boundaries
    .filter(({ enforced, projectIds }) => enforced && (projectIds === null || projectIds.includes(scenario.projectId)))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const objects = [...rules, ...scenario.boundaries].flatMap((one) => [...one.sources, ...one.destinations]);
  const cuts = addressCuts([
    ...objects.flatMap((one) => (one.type === "Cidr" ? [one.cidr] : [])),
    ...[...lookups.values()].flatMap((lookup) => (typeof lookup === "string" ? [] : lookup.cidrs)),
  ]);
  const points = serviceCuts([...rules, ...scenario.boundaries].flatMap((one) => one.services));

  const lookupOf = (object: NetworkObject): Lookup | "unknown" | null => {
    if (object.type === "ConnectGroup") return lookups.get(object.groupId) ?? "unknown";
    return object.type === "InventoryItem" ? (lookups.get(object.itemKey.id) ?? "unknown") : null;
  };
  const isUnresolved = (object: NetworkObject): boolean => typeof lookupOf(object) === "string";
  const isEmptyName = (object: NetworkObject): boolean => {
    const lookup = lookupOf(object);
    return lookup !== null && typeof lookup !== "string" && lookup.cidrs.length === 0;
  };
  const holds = (object: NetworkObject, point: AddressPoint): boolean => {
    if (object.type === "Any") return true;
    if (object.type === "Cidr") return inCidr(object.cidr, point);
    const lookup = lookupOf(object);
    return lookup !== null && typeof lookup !== "string" && lookup.cidrs.some((cidr) => inCidr(cidr, point));
  };
  const isNegated = (side: readonly NetworkObject[], point: AddressPoint): boolean =>
    side.some((object) => object.negate && holds(object, point));
  const inSide = (side: readonly NetworkObject[], point: AddressPoint): boolean => {
    if (side.some(isUnresolved)) return true;
    const named = side.filter(({ negate }) => !negate);
    return (named.length === 0 || named.some((object) => holds(object, point))) && !isNegated(side, point);
  };
  const isEquals = (object: NetworkObject): boolean =>
    object.type !== "Any" && !object.negate && object.comparison === "Equals";
  const everyPoint = (holdsFor: (point: AddressPoint) => boolean): boolean =>
    families.every((family) => cuts[family].every((value) => holdsFor({ family, value })));
  const everyService = (holdsFor: (point: ServicePoint) => boolean): boolean => points.every(holdsFor);

  const inServices = (side: readonly ServiceObject[], point: ServicePoint): boolean =>
    side.some((object) => inServiceObject(object, point));
  const isUniverse = (rule: Rule): boolean => everyService((point) => inServices(rule.services, point));

  /**
   * Returns the number of consecutive ports around the port of `point` that the rule's services contain. Returns 0 if
   * they do not contain the port of `point`. Checks each port separately.
   */
  const runAround = (rule: Rule, point: ServicePoint): number => {
    const asked = (port: number): boolean =>
      port >= 0 && port <= 65_535 && inServices(rule.services, { ...point, selector: port });
    if (!asked(point.selector)) return 0;
    let first = point.selector;
    let last = point.selector;
    while (asked(first - 1)) first -= 1;
    while (asked(last + 1)) last += 1;
    return last - first + 1;
  };
  const runs = new Map<Rule, Map<ServicePoint, number>>();
  const runOf = (rule: Rule, point: ServicePoint): number => {
    if (point.protocol !== 6 && point.protocol !== 17) return 0;
    const known = runs.get(rule) ?? new Map<ServicePoint, number>();
    runs.set(rule, known);
    const run = known.get(point) ?? runAround(rule, point);
    known.set(point, run);
    return run;
  };
  const boundaryServices = (boundary: OracleBoundary, rule: Rule, point: ServicePoint): boolean => {
    if (inServices(boundary.services, point)) return true;
    const longest = Math.max(0, ...boundary.services.map((one) => (one.type === "PortRangeSize" ? one.maxSize : 0)));
    if (longest === 0 || isUniverse(rule)) return false;
    const run = runOf(rule, point);
    return run > 0 && run <= longest;
  };

  const packets: Packet[] = [];
  for (const family of families) {
    for (const source of cuts[family]) {
      for (const destination of cuts[family]) {
        for (const service of points)
          if (service.family === family) packets.push({ family, source, destination, service });
      }
    }
  }
  sortPackets(packets);

  const ruleTraffic = new Map<Rule, Packet[]>();
  for (const rule of rules) {
    const sourceIn = addressTest(cuts, (point) => inSide(rule.sources, point));
    const destinationIn = addressTest(cuts, (point) => inSide(rule.destinations, point));
    const serviceIn = new Set(points.filter((point) => inServices(rule.services, point)));
    ruleTraffic.set(
      rule,
      packets.filter(
        ({ family, source, destination, service }) =>
          serviceIn.has(service) && sourceIn(family, source) && destinationIn(family, destination),
      ),
    );
  }
  const trafficOf = (rule: Rule): Packet[] => ruleTraffic.get(rule) ?? [];

  const insideTests = new Map<string, (packet: Packet) => boolean>();
  const insideOf = (rule: Rule, boundary: OracleBoundary): ((packet: Packet) => boolean) => {
    const key = `${rule.id}|${boundary.id}`;
    const known = insideTests.get(key);
    if (known !== undefined) return known;
    const sourceIn = addressTest(cuts, (point) => inSide(boundary.sources, point));
    const destinationIn = addressTest(cuts, (point) => inSide(boundary.destinations, point));
    const serviceIn = new Set(points.filter((point) => boundaryServices(boundary, rule, point)));
    const test = ({ family, source, destination, service }: Packet): boolean =>
      serviceIn.has(service) && sourceIn(family, source) && destinationIn(family, destination);
    insideTests.set(key, test);
    return test;
  };

  const isUnresolvedSide = (one: Pick<Rule, "sources" | "destinations">): boolean =>
    [...one.sources, ...one.destinations].some(isUnresolved);

  const asksInFull = (side: readonly NetworkObject[], point: AddressPoint): boolean =>
    side.some((object) => isEquals(object) && holds(object, point)) && !isNegated(side, point);
  const exactSidesMatch = (rule: Rule, boundary: OracleBoundary): boolean =>
    addressSides.every(([, side]) => {
      const inFull = everyPoint((point) => !asksInFull(boundary[side], point) || inSide(rule[side], point));
      const asks = boundary.action === "Pass" && rule[side].some(isEquals);
      const same = everyPoint((point) => inSide(rule[side], point) === inSide(boundary[side], point));
      return inFull && (!asks || same);
    });
  const isLetterMatch = (rule: Rule, boundary: OracleBoundary): boolean =>
    addressSides.every(([, side]) =>
      everyPoint((point) => !inSide(rule[side], point) || inSide(boundary[side], point)),
    ) && everyService((point) => !inServices(rule.services, point) || boundaryServices(boundary, rule, point));

  const failingSides = (rule: Rule, boundary: OracleBoundary): Side[] => {
    const reached = families.filter((family) => trafficOf(rule).some((packet) => packet.family === family));
    const failing: Side[] = [];
    for (const [name, side] of addressSides) {
      const out = reached.some((family) =>
        cuts[family].some(
          (value) => inSide(rule[side], { family, value }) && !inSide(boundary[side], { family, value }),
        ),
      );
      if (out) failing.push(name);
    }
    const out = points.some(
      (point) =>
        reached.includes(point.family) && inServices(rule.services, point) && !boundaryServices(boundary, rule, point),
    );
    if (out) failing.push("Service");
    return failing;
  };

  const results = taking.map((boundary): OracleResult => {
    const relations = new Map<string, OracleRelation>();
    const matching: string[] = [];
    const states: (State | null)[] = [];
    for (const rule of rules) {
      if (!boundary.ruleActions.includes(rule.action)) continue;
      const traffic = trafficOf(rule);
      const inside = insideOf(rule, boundary);
      if (!traffic.some(inside)) continue;
      if (isUnresolvedSide(rule) || isUnresolvedSide(boundary)) {
        states.push("Error");
        continue;
      }
      const isInside = traffic.every(inside);
      const inRule = new Set(traffic);
      const covers = packets.every((packet) => !inside(packet) || inRule.has(packet));
      const relation = isInside ? (covers ? "Equal" : "Inside") : covers ? "Covers" : "Overlap";
      const inResidual = (packet: Packet): boolean =>
        inRule.has(packet) && (boundary.action === "Fail" ? inside(packet) : !inside(packet));
      relations.set(rule.id, {
        relation,
        failingSides: failingSides(rule, boundary),
        inResidual,
        witness: traffic.find(inResidual),
      });
      const whole = exactSidesMatch(rule, boundary);
      const isMatch = whole && isLetterMatch(rule, boundary);
      if (isMatch) matching.push(rule.id);
      if (boundary.action === "Fail") states.push(isInside && whole ? "Fail" : boundary.partialMatch);
      if (boundary.action === "Pass" && isMatch) states.push("Pass");
    }
    const state = (["Fail", "Error", "Review", "Pass"] as const).find((one) => states.includes(one)) ?? null;
    const score = boundary.action === "Score" && matching.length > 0 ? boundary.score : null;
    return { id: boundary.id, isMatch: matching.length > 0, score, state, matchingRuleIds: matching, relations };
  });

  const granting = (rule: Rule): OracleBoundary[] =>
    taking.filter(
      (boundary) =>
        boundary.action === "Pass" &&
        boundary.ruleActions.includes(rule.action) &&
        !isUnresolvedSide(boundary) &&
        exactSidesMatch(rule, boundary),
    );
  const maybeGranting = (rule: Rule): OracleBoundary[] =>
    taking.filter(
      (boundary) =>
        boundary.action === "Pass" && boundary.ruleActions.includes(rule.action) && isUnresolvedSide(boundary),
    );
  const isHeldBy = (rule: Rule, boundaries: readonly OracleBoundary[]): boolean =>
    trafficOf(rule).every((packet) => boundaries.some((boundary) => insideOf(rule, boundary)(packet)));

  const findings: string[] = [];
  let isUnresolvable = false;
  let isReviewed = false;
  for (const rule of rules) {
    const named = [...rule.sources, ...rule.destinations];
    for (const [name, side] of addressSides) {
      const find = (code: string): void => {
        findings.push(`${rule.id}|${name}|${code}`);
      };
      for (const object of rule[side]) {
        const kind = object.type === "ConnectGroup" ? "Group" : "Item";
        if (isEmptyName(object)) find(`Empty${kind}`);
        if (lookupOf(object) === "unknown") find(`Unknown${kind}`);
        else if (isUnresolved(object)) find("Unresolvable");
      }
      if (rule[side].some(isEquals)) find("RequestAsksEquals");
      const admitsWhole = ([4, 6] as const).some((other) => {
        const negates = 10 - other === 4 ? 4 : 6;
        return (
          cuts[negates].some((value) => isNegated(rule[side], { family: negates, value })) &&
          !cuts[other].some((value) => isNegated(rule[side], { family: other, value })) &&
          cuts[other].every((value) => inSide(rule[side], { family: other, value }))
        );
      });
      if (admitsWhole && !rule[side].some(isUnresolved)) find("NegationAdmitsOtherFamily");
    }
    if (named.some(isUnresolved)) isUnresolvable = true;
    if (named.some(isEmptyName)) isReviewed = true;
    if (trafficOf(rule).length === 0) {
      if (!named.some(isEmptyName)) {
        isUnresolvable = true;
        findings.push(`${rule.id}|*|NoTraffic`);
      }
      continue;
    }
    if (rule.action === "Deny" || named.some(isUnresolved)) continue;
    const boundaries = granting(rule);
    if (boundaries.some((boundary) => isHeldBy(rule, [boundary]))) continue;
    if (isHeldBy(rule, boundaries)) findings.push(`${rule.id}||JointlyCovered`);
    else if (!isHeldBy(rule, [...boundaries, ...maybeGranting(rule)])) {
      findings.push(`${rule.id}||NotCovered`);
      isReviewed = true;
    }
  }

  const scores = taking.filter(({ action }) => action === "Score");
  const score = scores.length === 0 ? null : results.reduce((sum, result) => sum + (result.score ?? 0), 0);
  const reaches = (threshold: number | undefined): boolean =>
    score !== null && threshold !== undefined && score >= threshold;
  const gives = (state: State): boolean => results.some((result) => result.state === state);
  const state: State =
    gives("Fail") || reaches(scenario.scoreFailAt)
      ? "Fail"
      : isUnresolvable || gives("Error")
        ? "Error"
        : isReviewed || gives("Review") || reaches(scenario.scoreReviewAt)
          ? "Review"
          : "Pass";
  const cover = (ruleId: string, boundaryIds: readonly string[]): boolean => {
    const rule = rules.find(({ id }) => id === ruleId);
    return (
      rule !== undefined &&
      isHeldBy(
        rule,
        granting(rule).filter(({ id }) => boundaryIds.includes(id)),
      )
    );
  };
  const lastOf = (family: 4 | 6, first: bigint): bigint => {
    const next = cuts[family].find((value) => value > first);
    return (next ?? (family === 4 ? 2n ** 32n : 2n ** 128n)) - 1n;
  };
  const parts = { traffic: trafficOf, inside: insideOf, granting, taking, isUnresolved: isUnresolvedSide, asksInFull };
  return { state, score, results, findings: findings.sort(), cover, packets, lastOf, ...parts };
}

/**
 * Returns a function that tells whether an address is in a set. `holds` is called once for each address in `cuts`, and
 * never later.
 */
function addressTest(
  cuts: Record<4 | 6, readonly bigint[]>,
  holds: (point: AddressPoint) => boolean,
): (family: 4 | 6, value: bigint) => boolean {
  const inside = {
    4: new Set(cuts[4].filter((value) => holds({ family: 4, value }))),
    6: new Set(cuts[6].filter((value) => holds({ family: 6, value }))),
  };
  return (family, value) => inside[family].has(value);
}
