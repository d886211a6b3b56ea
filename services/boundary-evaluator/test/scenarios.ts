import type { Comparison, NetworkObject } from "@network-access/firewall-rules/network-object";
import { referenceOf } from "@network-access/firewall-rules/reference";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import type { BoundaryDefinition } from "../src/judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../src/judging/model/resolved.ts";
import type { Lookup, OracleBoundary, Scenario } from "./judging-oracle.ts";

/** Networks that overlap, are nested or are adjacent. Some contain the lowest or the highest address. */
const cidr = fc.constantFrom(
  "0.0.0.0/0",
  "0.0.0.0/1",
  "128.0.0.0/1",
  "10.0.0.0/8",
  "10.0.0.0/9",
  "10.128.0.0/9",
  "10.1.0.0/16",
  "10.1.0.7/32",
  "255.255.255.255/32",
  "::/0",
  "::/1",
  "8000::/1",
  "2001:db8::/32",
  "2001:db8::/33",
  "2001:db8:8000::/33",
  "2001:db8::5/128",
  "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128",
);
const negate = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const ruleComparison = fc.constantFrom(
  ...Array.from({ length: 12 }, () => null),
  "Contains" as const,
  "Equals" as const,
);
const boundaryComparison = fc.constantFrom(null, null, null, "Contains" as const, "Equals" as const);
const networkObject = (comparison: fc.Arbitrary<Comparison | null>): fc.Arbitrary<NetworkObject> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant("Any" as const), negate }) },
    { weight: 8, arbitrary: fc.record({ type: fc.constant("Cidr" as const), negate, cidr, comparison }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("ConnectGroup" as const),
        negate,
        groupId: fc.constantFrom("g1", "g2", "g3"),
        comparison,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("InventoryItem" as const),
        negate,
        itemKey: fc.constantFrom("i1", "i2").map((id) => ({ accountId: "a", region: "r", type: "vm", id })),
        comparison,
      }),
    },
  );
const ruleSide = fc.array(networkObject(ruleComparison), { minLength: 1, maxLength: 3 });
const boundarySide = fc.array(networkObject(boundaryComparison), { minLength: 1, maxLength: 3 });

const port = fc.constantFrom(0, 1, 22, 25, 26, 80, 443, 8000, 65_534, 65_535);
const ports = fc.tuple(port, port).map(([a, b]) => ({ portStart: Math.min(a, b), portEnd: Math.max(a, b) }));
const icmp = fc.record({ icmpType: fc.constantFrom(0, 8, 255), icmpCode: fc.constantFrom(0, 1, 255) });
const ruleService: fc.Arbitrary<ServiceObject> = fc.oneof(
  fc
    .constantFrom("AllTraffic", "AllTCP", "AllUDP", "AllICMPv4", "AllICMPv6")
    .map((type) => ({ type }) as ServiceObject),
  fc.constantFrom(0, 1, 6, 17, 47, 58, 255).map((protocol) => ({ type: "CustomProtocol" as const, protocol })),
  icmp.map((pair) => ({ type: "ICMPv4" as const, ...pair })),
  icmp.map((pair) => ({ type: "ICMPv6" as const, ...pair })),
  ports.map((range) => ({ type: "TCP" as const, ...range })),
  ports.map((range) => ({ type: "TCP" as const, ...range })),
  ports.map((range) => ({ type: "UDP" as const, ...range })),
);
const boundaryService: fc.Arbitrary<ServiceObject> = fc.oneof(
  { weight: 6, arbitrary: ruleService },
  { weight: 4, arbitrary: fc.constant({ type: "AllTraffic" as const }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1, 4, 58, 65_536).map((maxSize) => ({ type: "PortRangeSize" as const, maxSize })),
  },
);

function wide(service: fc.Arbitrary<ServiceObject>): fc.Arbitrary<ServiceObject[]> {
  return fc.oneof(
    fc.constant<ServiceObject[]>([{ type: "AllTraffic" }]),
    fc.constant<ServiceObject[]>([{ type: "AllTCP" }, { type: "AllICMPv4" }]),
    fc.array(service, { minLength: 1, maxLength: 3 }),
  );
}
const everywhere: NetworkObject = { type: "Any", negate: false };

const action = fc.constantFrom("Allow" as const, "Allow" as const, "Allow" as const, "Deny" as const);
const rule = fc.record({
  action,
  sources: ruleSide,
  destinations: ruleSide,
  services: fc.array(ruleService, { minLength: 1, maxLength: 3 }),
});
const mostly = fc.constantFrom(true, true, false);
const boundary = fc.record({
  action: fc.constantFrom("Pass" as const, "Pass" as const, "Fail" as const, "Score" as const),
  enforced: fc.constantFrom(true, true, true, true, false),
  score: fc.constantFrom(-5, 10, 40),
  ruleActions: fc.constantFrom<Rule["action"][]>(["Allow"], ["Allow"], ["Deny"], ["Allow", "Deny"]),
  sources: boundarySide,
  destinations: boundarySide,
  services: fc.array(boundaryService, { minLength: 1, maxLength: 3 }),
  partialMatch: fc.constantFrom("Review" as const, "Fail" as const),
  /**
   * Selects the sides that the boundary copies from the first rule. The copies make it likely that the boundary has the
   * same objects as the rule. If `exactly` is true, the copied sources and destinations get the comparison Equals.
   */
  likeRule: fc.record({ sources: mostly, destinations: mostly, services: mostly, exactly: fc.boolean() }),
  projectIds: fc.constantFrom<string[] | null>(null, null, null, ["p1"], ["p2", "p3"]),
});
const lookup: fc.Arbitrary<Lookup | "unknown"> = fc.oneof(
  { weight: 6, arbitrary: fc.array(cidr, { minLength: 1, maxLength: 3 }).map((cidrs) => ({ cidrs })) },
  { weight: 1, arbitrary: fc.constant({ cidrs: [] }) },
  { weight: 1, arbitrary: fc.constantFrom("unknown" as const, "failed" as const, "not-ready" as const) },
);

/** A few rules and boundaries. The lookups of the groups and items that they name have all possible outcomes. */
export const anyScenario: fc.Arbitrary<Scenario> = fc
  .record({
    rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
    boundaries: fc.array(boundary, { maxLength: 5 }),
    lookups: fc.record({ g1: lookup, g2: lookup, g3: lookup, i1: lookup, i2: lookup }),
    scoreReviewAt: fc.constantFrom(undefined, 10, 40),
    scoreFailAt: fc.constantFrom(undefined, 50, 80),
  })
  .map(({ rules, boundaries, lookups, ...thresholds }) => ({
    ...thresholds,
    projectId: "p1",
    rules: rules.map((one, index) => ({ id: `r${index + 1}`, ...one })),
    boundaries: boundaries.map(({ likeRule, ...one }, index) => ({
      id: `b${index + 1}`,
      ...one,
      ...closeTo(rules[0], likeRule),
      score: one.action === "Score" ? one.score : null,
    })),
    lookups: new Map(Object.entries(lookups).filter((entry): entry is [string, Lookup] => entry[1] !== "unknown")),
  }));

/**
 * Scenarios with wide rules and mostly Pass boundaries, which often contain only a part of a rule. All lookups of
 * groups and items return addresses.
 */
export const anyPartlyHeld: fc.Arbitrary<Scenario> = fc
  .record({
    rules: fc.array(fc.record({ sources: ruleSide, destinations: ruleSide, services: wide(ruleService) }), {
      minLength: 1,
      maxLength: 2,
    }),
    boundaries: fc.array(
      fc.record({
        action: fc.constantFrom("Pass" as const, "Pass" as const, "Pass" as const, "Fail" as const, "Score" as const),
        sources: fc.oneof(fc.constant([everywhere]), boundarySide),
        destinations: fc.oneof(fc.constant([everywhere]), boundarySide),
        services: wide(boundaryService),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    held: fc.array(fc.array(cidr, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ rules, boundaries, held }) => ({
    projectId: "p1",
    rules: rules.map((one, index) => ({ id: `r${index + 1}`, action: "Allow", ...one })),
    boundaries: boundaries.map((one, index) => ({
      id: `b${index + 1}`,
      enforced: true,
      score: one.action === "Score" ? 40 : null,
      ruleActions: ["Allow"],
      partialMatch: "Review",
      projectIds: null,
      ...one,
    })),
    lookups: new Map(["g1", "g2", "g3", "i1", "i2"].map((id, at) => [id, { cidrs: held[at] ?? [] }])),
    scoreReviewAt: 80,
  }));

function closeTo(
  rule: Omit<Rule, "id"> | undefined,
  likeRule: { sources: boolean; destinations: boolean; services: boolean; exactly: boolean },
): Partial<Pick<OracleBoundary, "sources" | "destinations" | "services">> {
  if (rule === undefined) return {};
  const comparison = likeRule.exactly ? ("Equals" as const) : null;
  const compared = (one: NetworkObject): NetworkObject => (one.type === "Any" ? one : { ...one, comparison });
  return {
    ...(likeRule.sources ? { sources: rule.sources.map(compared) } : {}),
    ...(likeRule.destinations ? { destinations: rule.destinations.map(compared) } : {}),
    ...(likeRule.services ? { services: rule.services } : {}),
  };
}

/** Returns a boundary of a scenario in the form that the judge needs. */
export function definitionOf(boundary: OracleBoundary): BoundaryDefinition {
  return { ...boundary, name: `Boundary ${boundary.id}`, revision: 1, platforms: [], message: null };
}

/** Returns the lookups of a scenario in the form that the judge needs. */
export function resolutionOf({ rules, boundaries, lookups }: Scenario): Resolution {
  const resolution = new Map<string, Resolved>();
  for (const object of [...rules, ...boundaries].flatMap((one) => [...one.sources, ...one.destinations])) {
    const reference = referenceOf(object);
    const id =
      object.type === "ConnectGroup" ? object.groupId : object.type === "InventoryItem" ? object.itemKey.id : "";
    if (reference !== null) resolution.set(reference, resolvedBy(lookups.get(id)));
  }
  return resolution;
}

function resolvedBy(lookup: Lookup | undefined): Resolved {
  if (lookup === undefined) return { outcome: "unknown" };
  if (lookup === "failed") return { outcome: "failed", reason: "the inventory did not answer" };
  if (lookup === "not-ready") return { outcome: "not-ready" };
  const hash = lookup.cidrs.join();
  if (lookup.cidrs.length === 0) return { outcome: "empty", revision: 1, hash };
  const addresses = addressSetOfTexts(lookup.cidrs);
  return { outcome: "resolved", addresses, revision: 1, hash, addressCount: lookup.cidrs.length };
}

/**
 * Scenarios with one rule and several Pass boundaries, each of which contains a part of the rule's traffic. Often no
 * boundary contains all of it, but all boundaries together do.
 */
export const anyPatchwork: fc.Arbitrary<Scenario> = fc
  .array(
    fc.record({
      source: fc.constantFrom("10.0.0.0/8", "10.0.0.0/9", "10.128.0.0/9", "10.1.0.0/16"),
      destination: fc.constantFrom("::/0", "::/1", "8000::/1", "::/0"),
      ports: fc.constantFrom([0, 65_535] as const, [0, 65_535] as const, [0, 443] as const, [400, 65_535] as const),
    }),
    { minLength: 3, maxLength: 8 },
  )
  .map((pieces) => {
    const network = (text: string): NetworkObject => ({ type: "Cidr", negate: false, cidr: text, comparison: null });
    const patch = (piece: (typeof pieces)[number], id: string) => ({
      id,
      sources: [network(piece.source), network("2001:db8::/32")],
      destinations: [network("10.0.0.0/8"), network(piece.destination)],
      services: [{ type: "TCP" as const, portStart: piece.ports[0], portEnd: piece.ports[1] }],
    });
    const plain = {
      enforced: true,
      score: null,
      ruleActions: ["Allow" as const],
      partialMatch: "Review" as const,
      projectIds: null,
    };
    return {
      projectId: "p1",
      rules: [{ ...patch({ source: "10.0.0.0/8", destination: "::/0", ports: [0, 65_535] }, "r1"), action: "Allow" }],
      boundaries: pieces.map((piece, index) => ({
        ...plain,
        ...patch(piece, `b${index + 1}`),
        action: "Pass" as const,
      })),
      lookups: new Map(),
    };
  });
