import { describe, expect, test } from "@jest/globals";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import { boundaryOf, groupsOf, network, ruleOf, tcp } from "../../../test/written.ts";
import { judge } from "../judge.ts";
import type { ScoreSettings } from "../matching/decide-state.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { Resolution } from "../model/resolved.ts";
import { suggestRules } from "./suggest-rules.ts";

const enoughTime = () => 1e9;
const inside = boundaryOf("inside", "Pass", { sources: ["10.0.0.0/8"], destinations: ["10.0.0.0/8"] });

/** Returns the suggestions in the notation of written.ts. Fails if they do not pass when they are sent as a request. */
function suggested(
  rules: readonly Rule[],
  boundaries: readonly BoundaryDefinition[],
  resolution: Resolution = new Map(),
  settings: ScoreSettings = {},
) {
  const found = suggestRules({ rules, projectId: "p" }, boundaries, resolution, settings, enoughTime);
  if (found.length > 0) {
    const sentBack = { rules: found.map(({ rule }) => rule), projectId: "p" };
    expect(judge(sentBack, boundaries, resolution, settings).state).toBe("Pass");
  }
  return found.map(({ of, rule }) => ({
    of,
    id: rule.id,
    sources: rule.sources.map(textOf),
    destinations: rule.destinations.map(textOf),
    services: rule.services.map(serviceText),
  }));
}

function textOf(object: NetworkObject): string {
  const sign = object.negate ? "!" : "";
  if (object.type === "Cidr") return `${sign}${object.cidr}`;
  return object.type === "ConnectGroup" ? `${sign}@${object.groupId}` : `${sign}${object.type}`;
}

function serviceText(service: ServiceObject): string {
  const { type, ...rest } = service;
  return [type, ...Object.values(rest)].join(" ");
}

describe("what is suggested for an over-broad rule", () => {
  test("is the part of it that a Pass boundary holds, the sides that need no cut as they were sent", () => {
    const rule = ruleOf("web", {
      sources: ["10.1.0.0/25", "10.1.0.128/25", "192.0.2.0/24"],
      destinations: ["10.9.0.0/16", "10.8.0.0/16"],
      services: [tcp(443), tcp(80)],
    });
    expect(suggested([rule], [inside])).toEqual([
      {
        of: "web",
        id: "web",
        sources: ["10.1.0.0/24"],
        destinations: ["10.9.0.0/16", "10.8.0.0/16"],
        services: ["TCP 443 443", "TCP 80 80"],
      },
    ]);
  });

  test("is no part that lies within another, however little more the other holds", () => {
    const four = boundaryOf("four", "Pass", { sources: ["0.0.0.0/0"], destinations: ["Any"] });
    const six = boundaryOf("six", "Pass", { sources: ["2001:db8::5/128"], destinations: ["2001:db8::6/128"] });
    const rule = ruleOf("r", { sources: ["Any"], destinations: ["Any"], services: [tcp(1, 65_535)] });
    const more = { sources: ["0.0.0.0/0", "2001:db8::5/128"], destinations: ["0.0.0.0/0", "2001:db8::6/128"] };
    expect(suggested([rule], [four, six])).toMatchObject([more]);
    const one = boundaryOf("one", "Pass", {
      sources: ["2001:db8::7/128"],
      destinations: ["2001:db8::8/128"],
      services: [tcp(1)],
    });
    expect(suggested([rule], [four, six, one])).toMatchObject([more, { services: ["TCP 1 1"] }]);
  });

  test("begins with the largest part, however many smaller ones there are", () => {
    const small = Array.from({ length: 60 }, (_, n) =>
      boundaryOf(`a-${n}`, "Pass", {
        sources: [`10.0.${n}.0/24`],
        destinations: [`10.1.${n}.0/24`],
        services: [tcp(n)],
      }),
    );
    const large = boundaryOf("b", "Pass", {
      sources: ["10.2.0.0/16"],
      destinations: ["10.2.0.0/16"],
      services: [tcp(443)],
    });
    const rule = ruleOf("r", { sources: ["10.0.0.0/8"], destinations: ["10.0.0.0/8"], services: [{ type: "AllTCP" }] });
    const [first] = suggested([rule], [...small, large]);
    expect(first).toMatchObject({ sources: ["10.2.0.0/16"], destinations: ["10.2.0.0/16"], services: ["TCP 443 443"] });
  });

  test("leaves out what Fail boundaries hold, in the fewest networks", () => {
    const noSsh = boundaryOf("no-ssh", "Fail", { destinations: ["10.9.9.9/32"], services: [tcp(22)] });
    const rule = ruleOf("r", { sources: ["10.0.0.0/8"], destinations: ["Any"], services: [tcp(1, 1_000)] });
    expect(suggested([rule], [inside, noSsh])).toEqual([
      {
        of: "r",
        id: "r",
        sources: ["10.0.0.0/8"],
        destinations: ["10.0.0.0/8", "!10.9.9.9/32"],
        services: ["TCP 1 1000"],
      },
      {
        of: "r",
        id: "r-2",
        sources: ["10.0.0.0/8"],
        destinations: ["10.0.0.0/8"],
        services: ["TCP 1 21", "TCP 23 1000"],
      },
    ]);
  });

  test("keeps the family in which a Fail boundary does not meet the rule", () => {
    const sides = { sources: ["10.0.0.0/8", "2001:db8::/32"], destinations: ["10.0.0.0/8", "2001:db8::/32"] };
    const no = boundaryOf("no", "Fail", { sources: ["10.1.0.0/16", "2001:db8:1::/48"], destinations: ["10.9.0.0/16"] });
    expect(suggested([ruleOf("r", sides)], [boundaryOf("all", "Pass", {}), no])).toMatchObject([
      { sources: ["10.0.0.0/8", "2001:db8::/32", "!10.1.0.0/16"], destinations: sides.destinations },
      { sources: sides.sources, destinations: ["10.0.0.0/8", "2001:db8::/32", "!10.9.0.0/16"] },
    ]);
  });

  test("is offered for a covered rule as well when a Fail boundary holds a part of it", () => {
    const noLab = boundaryOf("no-lab", "Fail", { sources: ["10.7.0.0/16"] });
    const rule = ruleOf("r", { sources: ["10.6.0.0/15"], destinations: ["10.0.0.0/8"] });
    expect(suggested([rule], [inside, noLab])).toMatchObject([
      { sources: ["10.6.0.0/16"], destinations: ["10.0.0.0/8"] },
    ]);
  });

  test("joins what several boundaries hold together, in both families", () => {
    const halves = ["10.0.0.0/9", "10.128.0.0/9", "2001:db8::/32"].map((text) =>
      boundaryOf(`part ${text}`, "Pass", { sources: [text], services: [tcp(443)] }),
    );
    const rule = ruleOf("r", { services: [tcp(443)] });
    expect(suggested([rule], halves)).toMatchObject([
      { sources: ["10.0.0.0/8", "2001:db8::/32"], destinations: ["Any"], services: ["TCP 443 443"] },
    ]);
  });

  test("is written in services that can be sent: whole protocols, ranges and single types of ICMP", () => {
    const some = boundaryOf("some", "Pass", {
      services: [
        { type: "CustomProtocol", protocol: 47 },
        { type: "AllUDP" },
        tcp(0, 100),
        { type: "ICMPv4", icmpType: 8, icmpCode: 0 },
        { type: "AllICMPv6" },
      ],
    });
    expect(suggested([ruleOf("r", {})], [some])).toMatchObject([
      { services: ["ICMPv4 8 0", "TCP 0 100", "AllUDP", "CustomProtocol 47", "AllICMPv6"] },
    ]);
  });

  test("leaves ICMP out where all but one type of it would have to be named, and keeps the rest", () => {
    const all = boundaryOf("all", "Pass", {});
    const noPing = boundaryOf("no-ping", "Fail", { services: [{ type: "ICMPv4", icmpType: 8, icmpCode: 0 }] });
    const [widest, ...others] = suggested([ruleOf("r", {})], [all, noPing]);
    expect(widest).toMatchObject({ sources: ["Any"], destinations: ["Any"] });
    const plain = Array.from({ length: 256 }, (_, protocol) => `CustomProtocol ${protocol}`);
    const named = ["AllTCP", "AllUDP", ...plain.filter((_, protocol) => ![1, 6, 17].includes(protocol))];
    expect(new Set(widest?.services)).toEqual(new Set(named));
    expect(others).toMatchObject([{ sources: ["Any"], destinations: ["::/0"], services: ["AllTraffic"] }]);
  });

  test("keeps groups and items on a side that is whole, without those that are empty, and names none on one that is cut", () => {
    const groups = groupsOf({ web: ["10.1.0.0/24", "10.1.2.0/24"], db: ["10.2.0.0/24", "192.0.2.0/24"], none: [] });
    const rule = ruleOf("r", { sources: ["@web", "@none"], destinations: ["@db"], services: [tcp(5432)] });
    expect(suggested([rule], [inside], groups)).toMatchObject([{ sources: ["@web"], destinations: ["10.2.0.0/24"] }]);
    const negating = ruleOf("r", { sources: ["10.0.0.0/8", "!@web", "!@none"] });
    expect(suggested([negating], [inside], groups)).toMatchObject([
      { sources: ["10.0.0.0/8", "!@web"], destinations: ["10.0.0.0/8"] },
    ]);
  });

  test("asks in full for what a boundary names with Equals", () => {
    const exactly = boundaryOf("exactly", "Pass", {
      sources: [network("10.0.0.0/24", "Equals"), network("10.0.1.0/24")],
      services: [tcp(443)],
    });
    const noHost = boundaryOf("no-host", "Fail", { sources: ["10.0.0.7/32"], destinations: ["10.9.9.9/32"] });
    const rule = ruleOf("r", { sources: ["10.0.0.0/22"], destinations: ["10.9.0.0/16"], services: [tcp(443)] });
    // The suggested rule must keep 10.0.0.7 among its sources. Without this address, the Pass boundary "exactly" would
    // not count for the rule.
    expect(suggested([rule], [exactly, noHost])).toMatchObject([
      { sources: ["10.0.0.0/23"], destinations: ["10.9.0.0/16", "!10.9.9.9/32"] },
    ]);
  });

  test("leaves a side with Equals alone", () => {
    const rule = (destinations: string[]) =>
      ruleOf("r", { sources: [network("10.0.0.0/8", "Equals")], destinations, services: [tcp(22)] });
    expect(suggested([rule(["Any"])], [inside])).toMatchObject([
      { sources: ["10.0.0.0/8"], destinations: ["10.0.0.0/8"] },
    ]);
    const noLab = boundaryOf("no-lab", "Fail", { sources: ["10.7.0.0/16"], destinations: ["10.5.0.0/16"] });
    expect(suggested([rule(["10.4.0.0/15"])], [inside, noLab])).toMatchObject([
      { sources: ["10.0.0.0/8"], destinations: ["10.4.0.0/16"] },
    ]);
    expect(suggested([rule(["10.5.0.0/16"])], [inside, noLab])).toEqual([]);
  });

  test("never splits a run of ports to slip through a PortRangeSize", () => {
    const short = boundaryOf("short", "Pass", { services: [tcp(440, 455), { type: "PortRangeSize", maxSize: 10 }] });
    expect(suggested([ruleOf("r", { services: [tcp(1, 20)] })], [short])).toEqual([]);
    const rule = ruleOf("r", { services: [tcp(1, 10), tcp(100, 110), tcp(440, 460)] });
    expect(suggested([rule], [short])).toMatchObject([{ services: ["TCP 1 10", "TCP 440 455"] }]);
  });

  test("stays clear of a Fail boundary that only short runs of ports meet", () => {
    const all = boundaryOf("all", "Pass", { services: [tcp(1, 50), tcp(1_000, 3_000)] });
    const noShort = boundaryOf("no-short", "Fail", { services: [{ type: "PortRangeSize", maxSize: 100 }] });
    // The rule contains the ports 1 to 200, of which the boundary "all" allows only 1 to 50. A suggestion for these
    // ports would be a run of 50 ports. The boundary "no-short" forbids every run of at most 100 ports.
    const rule = ruleOf("r", { services: [tcp(1, 200), tcp(1_000, 5_000)] });
    expect(suggested([rule], [all, noShort])).toMatchObject([{ services: ["TCP 1000 3000"] }]);
  });

  test("can be sent though a set of addresses ends inside a network that no request may name", () => {
    const rule = ruleOf("r", { sources: ["::fffe:0:0/95", "2001:db8::/32"], destinations: ["::/0"] });
    const noLower = boundaryOf("no-lower", "Fail", { sources: ["::fffe:0:0/96"] });
    // After the subtraction, only ::ffff:0:0/96 is left of the first network. A suggestion must not name it, because it
    // contains only IPv4-mapped addresses.
    expect(suggested([rule], [boundaryOf("all", "Pass", {}), noLower])).toMatchObject([{ sources: ["2001:db8::/32"] }]);
  });
});

describe("nothing is suggested", () => {
  const rule = ruleOf("r", { sources: ["10.0.0.0/7"], destinations: ["10.9.0.0/16"] });
  test.each<[string, Rule, readonly BoundaryDefinition[], Resolution?]>([
    ["for a rule that is covered", { ...rule, sources: [network("10.1.0.0/16")] }, [inside]],
    ["where no part is covered", { ...rule, sources: [network("192.0.2.0/24")] }, [inside]],
    ["where all that is covered is forbidden", rule, [inside, boundaryOf("no", "Fail", {})]],
    ["for a Deny rule", { ...rule, action: "Deny" }, [{ ...inside, ruleActions: ["Allow", "Deny"] }]],
    ["by boundaries that apply to Deny rules only", rule, [{ ...inside, ruleActions: ["Deny"] }]],
    ["by boundaries of other projects", rule, [{ ...inside, projectIds: ["other"] }]],
    ["by boundaries that are not enforced", rule, [{ ...inside, enforced: false }]],
    ["for a rule that names what is not known", { ...rule, sources: [...rule.sources, network("@gone")] }, [inside]],
    [
      "for a rule that a boundary touches whose lookup failed",
      rule,
      [inside, boundaryOf("unclear", "Pass", { sources: ["@gone"], destinations: ["10.9.9.0/24"] })],
      groupsOf({ gone: { outcome: "failed", reason: "the inventory did not answer" } }),
    ],
    [
      "where Equals asks for more than the rule does",
      rule,
      [boundaryOf("e", "Pass", { sources: [network("10.0.0.0/8"), network("192.0.2.0/24", "Equals")] })],
    ],
  ])("%s", (_, asked, boundaries, resolution = new Map()) => {
    expect(suggested([asked], boundaries, resolution)).toEqual([]);
  });

  test("when there is no time for it", () => {
    expect(suggestRules({ rules: [rule], projectId: "p" }, [inside], new Map(), {}, () => 0)).toEqual([]);
  });
});

describe("of many rules", () => {
  const wide = (n: number) => ruleOf(`r${n}`, { sources: ["10.0.0.0/7"], destinations: [`10.${n}.0.0/16`] });

  test("the first twenty get their largest part", () => {
    const all = Array.from({ length: 25 }, (_, n) => wide(n));
    const corner = boundaryOf("corner", "Pass", { sources: ["11.0.0.0/24"], services: [tcp(22)] });
    const found = suggested(all, [inside, corner]);
    expect(found.map(({ of, id, sources }) => [of, id, sources])).toEqual(
      all.slice(0, 20).map(({ id }) => [id, id, ["10.0.0.0/8"]]),
    );
  });

  test("a few get several parts, the largest first, and new ids that no rule of the request has", () => {
    const corner = boundaryOf("corner", "Pass", { sources: ["11.0.0.0/24"], services: [tcp(22)] });
    const long = "x".repeat(256);
    const rules = [wide(1), { ...wide(2), id: "r1-2" }, { ...wide(3), id: long }];
    expect(suggested(rules, [inside, corner]).map(({ of, id }) => [of, id])).toEqual([
      ["r1", "r1"],
      ["r1", "r1-3"],
      ["r1-2", "r1-2"],
      ["r1-2", "r1-2-2"],
      [long, long],
      [long, `${"x".repeat(254)}-2`],
    ]);
  });

  test("those that would bring the score to its threshold are left out, alone or with the others", () => {
    const scores = (id: string, destination: string, score: number) =>
      boundaryOf(id, "Score", { sources: ["10.0.0.0/8"], destinations: [destination] }, { score });
    const boundaries = [
      inside,
      scores("a", "10.1.0.0/16", 30),
      scores("b", "10.2.0.0/16", 30),
      scores("c", "10.3.0.0/16", 90),
    ];
    const rules = [wide(1), wide(2), wide(3), wide(4)];
    const idsWith = (settings: ScoreSettings) => suggested(rules, boundaries, new Map(), settings).map(({ id }) => id);
    expect(idsWith({})).toEqual(["r1", "r2", "r3", "r4"]);
    expect(idsWith({ scoreReviewAt: 50 })).toEqual(["r1", "r4"]);
    expect(idsWith({ scoreFailAt: 100 })).toEqual(["r1", "r2", "r4"]);
  });

  test("a side of thousands of networks is cut to its largest, and all fit into one request", () => {
    const hosts = Array.from({ length: 1_000 }, (_, n) => [`10.${n >> 8}.${n & 255}.1/32`, `2001:db8::${n}:1/128`]);
    const holding = boundaryOf("hosts", "Pass", { sources: ["10.200.0.0/16", "@hosts"] });
    const rules = Array.from({ length: 15 }, (_, n) => {
      const destinations = [`10.${n}.0.0/16`, `2001:db8:${n}::/48`];
      return ruleOf(`r${n}`, { sources: ["10.0.0.0/7", "2001:db8::/31"], destinations });
    });
    const found = suggested(rules, [holding], groupsOf({ hosts: hosts.flat() }));
    // A request may have 10,000 objects. Each suggestion needs 1,003, so nine suggestions fit into one request.
    expect(found).toHaveLength(9);
    for (const { sources } of found) expect([sources.length, sources[0]]).toEqual([1_000, "10.200.0.0/16"]);
    const objects = found.reduce(
      (sum, one) => sum + one.sources.length + one.destinations.length + one.services.length,
      0,
    );
    expect(objects).toBeLessThanOrEqual(10_000);
  });
});
