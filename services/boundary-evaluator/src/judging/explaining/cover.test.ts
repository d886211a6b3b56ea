import { describe, expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import { boundaryOf, ruleOf, tcp } from "../../../test/written.ts";
import { judge } from "../judge.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { Message } from "../model/judgement.ts";

function reasonFor(rule: Rule, boundaries: readonly BoundaryDefinition[]): Message {
  return judge({ rules: [rule], projectId: "shop" }, boundaries, new Map(), {}).stateReason;
}

const change = ": remove that or have a boundary allow it.";

describe("what no Pass boundary allows of a rule is named", () => {
  const outside = ["!10.0.0.0/8", "!172.16.0.0/12", "!192.168.0.0/16"];

  test("by the addresses it leaves out, where these are few", () => {
    const rule = ruleOf("rule-1", { sources: ["0.0.0.0/0"] });
    const office = boundaryOf("office", "Pass", { sources: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"] });
    expect(reasonFor(rule, [office])).toEqual({
      full: `Boundary "office" allows part of rule "rule-1" but leaves out traffic from every IPv4 address except 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16${change}`,
      withoutAddresses: `Boundary "office" allows part of rule "rule-1" but leaves out some traffic from part of 0.0.0.0/0${change}`,
    });
  });

  test("by its family, where that is left as a whole", () => {
    const rule = ruleOf("rule-1", { destinations: outside, services: [tcp(443)] });
    const internet = boundaryOf("internet", "Pass", { destinations: ["0.0.0.0/0"] });
    expect(reasonFor(rule, [internet]).full).toBe(
      `Boundary "internet" allows part of rule "rule-1" but leaves out all IPv6 traffic${change}`,
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
