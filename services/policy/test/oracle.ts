import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import fc from "fast-check";

/**
 * Evaluates boundaries by trying all rules. The oracle knows only five regions of addresses and six regions of
 * services. It represents a set of regions as a number with one bit for each region. Its results are exact, because the
 * addresses and services in this file are always whole regions. It shares no code with the set algebra of the product.
 */

const A0 = 1; // 10.0.0.0
const A1 = 2; // 10.0.0.1
const REST4 = 4; // the rest of IPv4
const B0 = 8; // 2001:db8::
const REST6 = 16; // the rest of IPv6
const IPV4 = A0 | A1 | REST4;
const IPV6 = B0 | REST6;
const EVERYWHERE = IPV4 | IPV6;

const cidrs: Readonly<Record<string, number>> = {
  "10.0.0.0/32": A0,
  "10.0.0.1/32": A1,
  "10.0.0.0/31": A0 | A1,
  "0.0.0.0/0": IPV4,
  "2001:db8::/128": B0,
  "::/0": IPV6,
};

const TCP1 = 1;
const TCP2 = 2;
const REST_TCP = 4;
const ICMP4 = 8;
const ICMP6 = 16;
const OTHER = 32;

/** The addresses of the group "g". */
export type Members = number;
export const everyMembers: readonly Members[] = Array.from({ length: EVERYWHERE + 1 }, (_, bits) => bits);

/**
 * A rule that the oracle evaluates. Each side is a set of regions. The rules of this file never contain the region
 * REST_TCP (all TCP ports except those of TCP1 and TCP2), because such ports are not needed to tell two boundaries
 * apart.
 */
export interface OracleRule {
  readonly action: "Allow" | "Deny";
  readonly projectId: string;
  readonly sources: number;
  readonly destinations: number;
  readonly services: number;
}

const sets = Array.from({ length: EVERYWHERE }, (_, bits) => bits + 1);
const serviceSets = Array.from({ length: OTHER * 2 - 1 }, (_, bits) => bits + 1).filter((bits) => !(bits & REST_TCP));

/** Yields every rule with this action and project whose sides are not empty. */
export function* everyRule(action: OracleRule["action"] = "Allow", projectId = "p"): Generator<OracleRule> {
  for (const sources of sets)
    for (const destinations of sets)
      for (const services of serviceSets) yield { action, projectId, sources, destinations, services };
}

/**
 * Yields a rule for each combination of a source region, a destination region and a service region that a packet can
 * have, except combinations with REST_TCP. The rule stands for all packets in these regions.
 */
export function* everyPacket(action: OracleRule["action"] = "Allow", projectId = "p"): Generator<OracleRule> {
  for (const family of [IPV4, IPV6])
    for (const sources of [A0, A1, REST4, B0, REST6].filter((one) => one & family))
      for (const destinations of [A0, A1, REST4, B0, REST6].filter((one) => one & family))
        for (const services of [TCP1, TCP2, ICMP4, ICMP6, OTHER])
          if (services !== (family === IPV4 ? ICMP6 : ICMP4))
            yield { action, projectId, sources, destinations, services };
}

export interface OracleVerdict {
  readonly touches: boolean;
  /** True if the rule's traffic is inside the boundary. */
  readonly inside: boolean;
  /**
   * True if the rule contains all addresses of those boundary objects that have Equals, except the addresses that the
   * boundary negates.
   */
  readonly exactSidesMatch: boolean;
  /**
   * True if `exactSidesMatch` is true and each side of the rule is inside the same side of the boundary. The sides
   * include addresses of a family in which the rule has no traffic.
   */
  readonly isMatch: boolean;
}

const nothing: OracleVerdict = { touches: false, inside: false, exactSidesMatch: false, isMatch: false };

/** Returns the relation of a boundary to a rule. `nothing` means that the boundary does not apply to the rule. */
export function oracleVerdict(text: BoundaryText, rule: OracleRule, members: Members): OracleVerdict {
  if (!text.enforced || !text.ruleActions.includes(rule.action)) return nothing;
  if (text.projectIds !== null && !text.projectIds.includes(rule.projectId)) return nothing;
  const sources = sideOf(text.sources, members);
  const destinations = sideOf(text.destinations, members);
  const services = servicesFor(text.services, rule);
  const families = [IPV4, IPV6].map((family) => {
    const own = family === IPV4 ? ~ICMP6 : ~ICMP4;
    const asked = [rule.sources & family, rule.destinations & family, rule.services & own] as const;
    const named = [sources.all & family, destinations.all & family, services & own] as const;
    const hasTraffic = asked.every((part) => part !== 0);
    return {
      touches: hasTraffic && asked.every((part, side) => (part & (named[side] ?? 0)) !== 0),
      inside: !hasTraffic || asked.every((part, side) => isWithin(part, named[side] ?? 0)),
      hasTraffic,
    };
  });
  if (!families.some(({ hasTraffic }) => hasTraffic)) return nothing;
  const exactSidesMatch = isWithin(sources.exact, rule.sources) && isWithin(destinations.exact, rule.destinations);
  const inside = families.every((family) => family.inside);
  const sidesInside =
    isWithin(rule.sources, sources.all) &&
    isWithin(rule.destinations, destinations.all) &&
    isWithin(rule.services, services);
  return {
    touches: families.some(({ touches }) => touches),
    inside,
    exactSidesMatch,
    isMatch: inside && exactSidesMatch && sidesInside,
  };
}

export type Objection = 0 | 1 | 2;

/** Returns the objection of a Fail boundary to a rule: none, Review or Fail. */
export function oracleObjection(text: BoundaryText, rule: OracleRule, members: Members): Objection {
  if (text.action !== "Fail") return 0;
  const { touches, inside, exactSidesMatch } = oracleVerdict(text, rule, members);
  if (!touches) return 0;
  return (inside && exactSidesMatch) || text.partialMatch === "Fail" ? 2 : 1;
}

function isWithin(inner: number, outer: number): boolean {
  return (inner & ~outer) === 0;
}

function sideOf(objects: readonly NetworkObject[], members: Members): { all: number; exact: number } {
  let [named, exact, negated, hasNamed] = [0, 0, 0, false];
  for (const object of objects) {
    const bits =
      object.type === "Any" ? EVERYWHERE : object.type === "Cidr" ? (cidrs[object.cidr] ?? Number.NaN) : members;
    if (object.negate) negated |= bits;
    else {
      hasNamed = true;
      named |= bits;
      if (object.type !== "Any" && object.comparison === "Equals") exact |= bits;
    }
  }
  return { all: (hasNamed ? named : EVERYWHERE) & ~negated, exact: exact & ~negated };
}

function servicesFor(objects: readonly ServiceObject[], rule: OracleRule): number {
  let bits = 0;
  for (const object of objects) bits |= pointsOf(object);
  const asked = rule.services & (TCP1 | TCP2);
  const longest = asked === (TCP1 | TCP2) ? 2 : 1;
  const admits = objects.some((object) => object.type === "PortRangeSize" && object.maxSize >= longest);
  return admits ? bits | asked : bits;
}

function pointsOf(object: ServiceObject): number {
  switch (object.type) {
    case "AllTraffic":
      return TCP1 | TCP2 | REST_TCP | ICMP4 | ICMP6 | OTHER;
    case "AllTCP":
      return TCP1 | TCP2 | REST_TCP;
    case "AllICMPv4":
      return ICMP4;
    case "AllICMPv6":
      return ICMP6;
    case "TCP":
      return (object.portStart === 1 ? TCP1 : 0) | (object.portEnd === 2 ? TCP2 : 0);
    default:
      return 0;
  }
}

const negate = fc.constantFrom(null, null, null, true);
const comparison = fc.constantFrom(null, null, null, "Equals" as const);

function anObject(groups: boolean): fc.Arbitrary<NetworkObject> {
  const written: fc.Arbitrary<NetworkObject> = fc.oneof(
    fc.record({ type: fc.constant("Any" as const), negate: fc.constant(null) }),
    {
      arbitrary: fc.record({
        type: fc.constant("Cidr" as const),
        negate,
        comparison,
        cidr: fc.constantFrom(...Object.keys(cidrs)),
      }),
      weight: 5,
    },
  );
  if (!groups) return written;
  const group = fc.record({
    type: fc.constant("ConnectGroup" as const),
    negate,
    comparison,
    groupId: fc.constant("g"),
  });
  return fc.oneof({ arbitrary: written, weight: 4 }, group);
}

const aService: fc.Arbitrary<ServiceObject> = fc.constantFrom<ServiceObject>(
  { type: "TCP", portStart: 1, portEnd: 1 },
  { type: "TCP", portStart: 2, portEnd: 2 },
  { type: "TCP", portStart: 1, portEnd: 2 },
  { type: "AllTCP" },
  { type: "AllICMPv4" },
  { type: "AllICMPv6" },
  { type: "AllTraffic" },
  { type: "PortRangeSize", maxSize: 1 },
  { type: "PortRangeSize", maxSize: 2 },
);

/** Generates boundaries made of the oracle's regions. If `groups` is true, a boundary may refer to the group "g". */
export function aSmallText(id: string, { groups }: { readonly groups: boolean }): fc.Arbitrary<BoundaryText> {
  const side = fc.array(anObject(groups), { minLength: 1, maxLength: 3 });
  return fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    description: fc.constant(null),
    action: fc.constantFrom("Pass" as const, "Fail" as const),
    enforced: fc.constantFrom(true, true, true, false),
    score: fc.constant(null),
    ruleActions: fc.constantFrom(["Allow"] as const, ["Allow", "Deny"] as const, ["Deny"] as const),
    sources: side,
    destinations: side,
    services: fc.array(aService, { minLength: 1, maxLength: 2 }),
    partialMatch: fc.constantFrom("Review" as const, "Fail" as const),
    platforms: fc.constant(null),
    projectIds: fc.constantFrom(null, null, ["p"], ["q"]),
    message: fc.constant(null),
    source: fc.constant("shop"),
  });
}
