import { describe, expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import { boundaryOf, ruleOf, tcp } from "../../../test/written.ts";
import { judge } from "../judge.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { Judgement, Message } from "../model/judgement.ts";

function judgedWith(rule: Rule, boundaries: readonly BoundaryDefinition[]): Judgement {
  return judge({ rules: [rule], projectId: "shop" }, boundaries, new Map(), {});
}

function reasonFor(rule: Rule, boundaries: readonly BoundaryDefinition[]): Message {
  return judgedWith(rule, boundaries).stateReason;
}

const change = ": remove this or ask the policy owner to allow it.";
const changeUnseen = ": remove this or ask the policy owner what to remove or allow.";

describe("what no Pass boundary allows of a rule is named", () => {
  const outside = ["!10.0.0.0/8", "!172.16.0.0/12", "!192.168.0.0/16"];

  test("by the addresses it leaves out, where these are few", () => {
    const rule = ruleOf("rule-1", { sources: ["0.0.0.0/0"] });
    const office = boundaryOf("office", "Pass", { sources: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"] });
    expect(reasonFor(rule, [office])).toEqual({
      full: `Boundary "office" allows part of rule "rule-1" but leaves out traffic from every IPv4 address except 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16${change}`,
      withoutAddresses: `Boundary "office" allows part of rule "rule-1" but leaves out traffic from part of 0.0.0.0/0${changeUnseen}`,
    });
  });

  test("by its family, where that is left as a whole", () => {
    const rule = ruleOf("rule-1", { destinations: outside, services: [tcp(443)] });
    const internet = boundaryOf("internet", "Pass", { destinations: ["0.0.0.0/0"] });
    expect(reasonFor(rule, [internet]).full).toBe(
      `Boundary "internet" allows part of rule "rule-1" but leaves out all IPv6 traffic${change}`,
    );
  });

  test("by the few addresses that the rule has in a family, where that is left as a whole", () => {
    const sources = ["10.0.0.0/24", "2001:db8::5/128"];
    const office = boundaryOf("office", "Pass", { sources: ["10.0.0.0/8"] });
    expect(reasonFor(ruleOf("rule-1", { sources }), [office]).full).toContain(
      "leaves out traffic from 2001:db8::5/128:",
    );
    const destinations = ["192.0.2.0/24", "2001:db8:1::/48", "2001:db8:3::/48"];
    expect(reasonFor(ruleOf("rule-1", { sources, destinations }), [office]).full).toContain(
      "leaves out traffic from 2001:db8::5/128 to 2001:db8:1::/48 and 2001:db8:3::/48:",
    );
    expect(reasonFor(ruleOf("rule-1", { destinations }), [office]).full).toContain(
      "to 2001:db8:1::/48 and 2001:db8:3::/48",
    );
  });

  test("by its services, with the family where these differ", () => {
    const rule = ruleOf("rule-1", {
      services: [tcp(443), { type: "AllICMPv4" }, { type: "AllICMPv6" }, { type: "AllUDP" }],
    });
    const web = boundaryOf("web", "Pass", { services: [tcp(443), { type: "AllUDP" }] });
    expect(reasonFor(rule, [web]).full).toBe(
      `Boundary "web" allows part of rule "rule-1" but leaves out icmp of IPv4 and icmpv6 of IPv6${change}`,
    );
    const icmp = boundaryOf("icmp", "Pass", { services: [{ type: "AllICMPv4" }, { type: "AllICMPv6" }, tcp(443)] });
    expect(reasonFor(rule, [icmp]).full).toBe(
      `Boundary "icmp" allows part of rule "rule-1" but leaves out udp${change}`,
    );
  });

  test("by the few addresses that a boundary does allow, where the list of the others would be cut off", () => {
    const boundary = boundaryOf("office", "Pass", { sources: ["10.5.0.0/16"], services: [tcp(443)] });
    const one = judgedWith(ruleOf("rule-1", { sources: ["10.0.0.0/8"], services: [tcp(443)] }), [boundary]);
    expect(one.stateReason).toEqual({
      full: `Boundary "office" allows part of rule "rule-1" but leaves out traffic from 10.0.0.0/8 except 10.5.0.0/16${change}`,
      withoutAddresses: `Boundary "office" allows part of rule "rule-1" but leaves out traffic from part of 10.0.0.0/8${changeUnseen}`,
    });
    expect(one.results[0]?.message?.full).toBe(
      `Boundary "office" allows part of rule "rule-1" but leaves out 10.0.0.0/8 except 10.5.0.0/16 in the sources${change}`,
    );
    const two = ruleOf("rule-1", { sources: ["10.0.0.0/8", "192.0.2.0/24"], services: [tcp(443)] });
    expect(reasonFor(two, [boundary]).full).toBe(
      `Boundary "office" allows part of rule "rule-1" but leaves out traffic from the rule's sources except 10.5.0.0/16${change}`,
    );
  });

  test("by the few services that a boundary does allow, for callers who may see it", () => {
    const web = boundaryOf("web", "Pass", { services: [tcp(443)] });
    expect(reasonFor(ruleOf("rule-1", { sources: ["10.0.0.0/8"] }), [web])).toEqual({
      full: `Boundary "web" allows part of rule "rule-1" but leaves out every service except tcp/443${change}`,
      withoutAddresses: `Boundary "web" allows part of rule "rule-1" but leaves out protocol/0, icmp, protocol/2-5 and 5 more${changeUnseen}`,
    });
    const basic = boundaryOf("basic", "Pass", {
      services: [{ type: "AllTCP" }, { type: "AllUDP" }, { type: "AllICMPv4" }, { type: "AllICMPv6" }],
    });
    expect(reasonFor(ruleOf("rule-1", {}), [basic]).full).toContain(
      "leaves out every service except icmp, tcp, udp and icmpv6:",
    );
    expect(judgedWith(ruleOf("rule-1", {}), [basic]).results[0]?.message?.full).toContain(
      "leaves out every service except icmp, tcp, udp and icmpv6 in the services:",
    );
  });

  test("by the few services of each family, where a boundary allows others in each", () => {
    const web4 = boundaryOf("web4", "Pass", { sources: ["0.0.0.0/0"], services: [tcp(443)] });
    const web6 = boundaryOf("web6", "Pass", { sources: ["::/0"], services: [tcp(80)] });
    expect(reasonFor(ruleOf("rule-1", {}), [web4, web6]).full).toContain(
      "leave out every service except tcp/443 of IPv4 and every service except tcp/80 of IPv6:",
    );
  });

  test("with the longest range that a boundary allows, for callers who may see it", () => {
    const ranges = boundaryOf("ranges", "Pass", { services: [{ type: "PortRangeSize", maxSize: 10 }, tcp(22)] });
    const { results } = judgedWith(ruleOf("rule-1", { sources: ["10.0.0.0/8"], services: [tcp(22), tcp(100, 110)] }), [
      ranges,
    ]);
    expect(results[0]?.message).toEqual({
      full: `Boundary "ranges" allows part of rule "rule-1" but leaves out tcp/100-110 in the services (a range of the rule may have at most 10 ports)${change}`,
      withoutAddresses: `Boundary "ranges" allows part of rule "rule-1" but leaves out tcp/100-110 in the services${changeUnseen}`,
    });
  });

  test("in at most two parts", () => {
    const rule = ruleOf("rule-1", { sources: ["10.0.0.0/8"], destinations: ["192.0.2.0/24"], services: [tcp(1, 3)] });
    const small = boundaryOf("small", "Pass", {
      sources: ["10.0.0.0/9"],
      destinations: ["192.0.2.0/25"],
      services: [tcp(1)],
    });
    expect(reasonFor(rule, [small]).full).toBe(
      `Boundary "small" allows part of rule "rule-1" but leaves out traffic from 10.128.0.0/9, traffic from 10.0.0.0/9 to 192.0.2.128/25 and 1 more such part${change}`,
    );
  });
});

describe("what to do with a part that no Pass boundary allows depends on what is forbidden", () => {
  const rule = ruleOf("rule-1", { sources: ["10.0.0.0/8"], services: [tcp(22)] });
  const half = boundaryOf("half", "Pass", { sources: ["10.0.0.0/9"] });
  const messagesOf = (forbidden: BoundaryDefinition) => {
    const { results, findings } = judgedWith(rule, [half, forbidden]);
    return {
      half: results.find(({ boundaryId }) => boundaryId === "half")?.message?.full,
      finding: findings.find(({ code }) => code === "NotCovered")?.message.full,
    };
  };

  test("a rule that is forbidden as a whole is to be removed", () => {
    const { half: ofHalf, finding } = messagesOf(boundaryOf("no-ssh", "Fail", { services: [tcp(22)] }));
    expect(ofHalf).toMatch(/: remove the rule, all of which boundary "no-ssh" forbids\.$/);
    expect(finding).toMatch(/: remove the rule, all of which boundary "no-ssh" forbids\.$/);
  });

  test("of a rule that is forbidden in part, the rest may be allowed", () => {
    const { half: ofHalf, finding } = messagesOf(boundaryOf("lab", "Fail", { sources: ["10.128.0.0/16"] }));
    const remedy = /: remove this or ask the policy owner to allow what boundary "lab" does not forbid\.$/;
    expect(ofHalf).toMatch(remedy);
    expect(finding).toMatch(remedy);
  });
});

test("a rule that many boundaries cover together names as many as one sentence holds", () => {
  const parts = Array.from({ length: 64 }, (_, at) =>
    boundaryOf(`b${at}`, "Pass", { sources: [`10.0.0.${at * 4}/30`] }),
  );
  const { findings } = judgedWith(ruleOf("rule-1", { sources: ["10.0.0.0/24"] }), parts);
  const text = findings[0]?.message.full ?? "";
  expect(text).toMatch(/^Boundaries "b0", "b1", .* and 42 more together allow all of rule "rule-1"; none does alone/);
  expect(text.split(" ")).toHaveLength(40);
});
