import { describe, expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import { any, boundaryOf, everything, groupsOf, network, ruleOf, tcp } from "../../../test/written.ts";
import { judge } from "../judge.ts";
import type { ScoreSettings } from "../matching/summarise.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { Resolution } from "../model/resolved.ts";

function judged(
  rules: Rule[],
  boundaries: BoundaryDefinition[],
  resolution: Resolution = new Map(),
  settings: ScoreSettings = {},
) {
  const judgement = judge({ rules, projectId: "shop" }, boundaries, resolution, settings);
  const messages = Object.fromEntries(judgement.results.map(({ boundaryId, message }) => [boundaryId, message]));
  const findings = Object.fromEntries(judgement.findings.map(({ code, message }) => [code, message]));
  return { ...judgement, messages, findingTexts: findings };
}

const noSsh = boundaryOf(
  "no-ssh",
  "Fail",
  { destinations: ["10.9.0.0/16"], services: [tcp(22)] },
  { name: "No SSH to databases", message: "Use the bastion 10.77.0.1" },
);
const open = boundaryOf("open", "Pass", {}, { name: "Everything" });

describe("a Fail boundary says what to change", () => {
  test("naming only the sides that have something left without the forbidden part", () => {
    const rule = ruleOf("rule-1", {
      sources: ["10.1.0.0/16"],
      destinations: ["10.0.0.0/8"],
      services: [{ type: "AllTCP" }],
    });
    const { state, stateReason, messages } = judged([rule], [noSsh, open]);
    expect(state).toBe("Review");
    const sentence =
      'Rule "rule-1" reaches 10.9.0.0/16 on tcp/22, which boundary "No SSH to databases" forbids: remove tcp/22 or take 10.9.0.0/16 out of the destinations.';
    expect(stateReason.full).toBe(sentence);
    expect(messages["no-ssh"]?.full).toBe(`Use the bastion 10.77.0.1. ${sentence}`);
  });

  test("without telling addresses to who may not see boundaries", () => {
    const rule = ruleOf("rule-1", {
      sources: ["10.1.0.0/16"],
      destinations: ["10.0.0.0/8", "192.0.2.0/24"],
      services: [{ type: "AllTCP" }],
    });
    expect(judged([rule], [noSsh, open]).messages["no-ssh"]?.withoutAddresses).toBe(
      'Use the bastion (an address). Rule "rule-1" asks for traffic on tcp/22, which boundary "No SSH to databases" forbids: remove tcp/22 or take what it forbids out of the destinations (part of 10.0.0.0/8).',
    );
  });

  test("and where the whole rule lies inside, that it has to go", () => {
    const rule = ruleOf("rule-1", { sources: ["10.1.0.0/16"], destinations: ["10.9.1.0/24"], services: [tcp(22)] });
    const { state, stateReason } = judged([rule, ruleOf("rule-2", rule)], [noSsh, open]);
    expect(state).toBe("Fail");
    expect(stateReason.full).toBe(
      'Rule "rule-1" reaches 10.9.1.0/24 on tcp/22, which boundary "No SSH to databases" forbids: remove the rule, or give it sources, destinations or services that the boundary does not name.',
    );
  });

  test("and which other rules and boundaries say the same", () => {
    const rule = ruleOf("rule-1", { sources: ["10.1.0.0/16"], destinations: ["10.9.1.0/24"], services: [tcp(22)] });
    const again = { ...noSsh, id: "no-ssh-either", name: "No SSH either" };
    const { stateReason, messages } = judged([rule, ruleOf("rule-2", rule)], [noSsh, again, open]);
    expect(messages["no-ssh"]?.full).toMatch(/ \(likewise rule "rule-2"\)\.$/);
    expect(stateReason.full).toMatch(/; 1 more boundary says Fail\.$/);
  });

  test("and that a set it names exactly is not asked for in full", () => {
    const exact = boundaryOf("exact", "Fail", { sources: [network("10.0.0.0/24", "Equals")] });
    const { state, messages } = judged(
      [ruleOf("rule-1", { sources: ["10.0.0.0/25"], destinations: ["10.9.0.0/24"] })],
      [exact, open],
    );
    expect(state).toBe("Review");
    expect(messages.exact?.full).toBe(
      'Rule "rule-1" reaches 10.9.0.0/24 on any service, which boundary "exact" forbids, but the match is partial, for the boundary names 10.0.0.128/25 exactly in its sources, so the rule has to ask for all of it: remove the rule, or give it sources, destinations or services that the boundary does not name.',
    );
  });
});

describe("a Pass boundary says", () => {
  test("which of the request's objects are out, and not the others", () => {
    const office = boundaryOf("office", "Pass", { sources: ["10.0.0.0/8"], services: [tcp(443)] });
    const rule = ruleOf("rule-1", { sources: ["10.1.0.0/16", "8.8.8.0/24", "11.0.0.0/8"], services: [tcp(443)] });
    const { messages, stateReason, findingTexts } = judged([rule], [office]);
    expect(messages.office?.full).toBe(
      'Boundary "office" allows rule "rule-1" except 8.8.8.0/24 and 11.0.0.0/8 in the sources: take that out of the rule or have a boundary allow it as well.',
    );
    expect(findingTexts.NotCovered?.full).toBe(
      'Boundary "office" allows rule "rule-1" except 8.8.8.0/24 and 11.0.0.0/8 to 0.0.0.0/0 on tcp/443 (for example 8.8.8.0 to 0.0.0.0 on tcp/443): take that out of the rule or have a boundary allow it.',
    );
    expect(stateReason).toEqual(findingTexts.NotCovered);
  });

  test("how much of a group is out, by name only to who may not see boundaries", () => {
    const office = boundaryOf("office", "Pass", { sources: ["10.0.0.0/8"] });
    const { messages, findingTexts } = judged(
      [ruleOf("rule-1", { sources: ["@web"] })],
      [office],
      groupsOf({ web: ["10.1.0.0/24", "172.16.0.0/24"] }),
    );
    expect(messages.office?.full).toContain('except 172.16.0.0/24 (of group "web") in the sources');
    expect(messages.office?.withoutAddresses).toContain('except part of group "web" in the sources');
    expect(findingTexts.NotCovered?.withoutAddresses).toBe(
      'Boundary "office" allows rule "rule-1" except some traffic from part of group "web" to Any on any service: take that out of the rule or have a boundary allow it.',
    );
  });

  test("that it counts though isMatch is false, where the two readings differ", () => {
    const ipv4 = boundaryOf("ipv4", "Pass", { destinations: ["0.0.0.0/0"] });
    const { state, messages, results } = judged([ruleOf("rule-1", { sources: ["10.0.0.0/8"] })], [ipv4]);
    expect(state).toBe("Pass");
    expect(results[0]).toMatchObject({
      isMatch: false,
      state: null,
      rules: [{ relation: "Inside", failingSides: [] }],
    });
    expect(messages.ipv4?.full).toBe(
      'Boundary "ipv4" covers all traffic of rule "rule-1", so it counts, yet isMatch is false because ::/0 (of Any) in the destinations lies outside it, where the rule has no traffic: leave that out to make it match.',
    );
  });

  test("that others cover the rule with it, alone, or without it", () => {
    const part = (id: string, cidr: string) => boundaryOf(id, "Pass", { sources: [cidr] });
    const rule = ruleOf("rule-1", { sources: ["10.0.0.0/24"] });
    const jointly = judged([rule], [part("a", "10.0.0.0/25"), part("b", "10.0.0.128/25"), part("c", "10.0.0.64/26")]);
    expect(jointly.messages.a?.full).toContain(
      'nothing needs to change, together with boundary "b" it covers the whole rule.',
    );
    expect(jointly.messages.c?.full).toContain(
      'nothing needs to change, boundaries "a" and "b" together cover the whole rule.',
    );
    expect(jointly.findingTexts.JointlyCovered?.full).toBe(
      'Rule "rule-1" is covered by boundaries "a" and "b" together, by none of them alone: it stays covered while all of them stand.',
    );
    const alone = judged([rule], [part("a", "10.0.0.0/25"), part("whole", "10.0.0.0/16")]);
    expect(alone.messages.a?.full).toContain('nothing needs to change, boundary "whole" covers the rule alone.');
    expect(alone.findings).toEqual([]);
  });
});

describe("the words of a policy", () => {
  const rule = ruleOf("rule-1", { sources: ["10.0.0.0/8"] });
  test("stand before the sentence where the boundary matches or objects, and nowhere else", () => {
    const words = { message: "Approved by the board!" };
    const matching = boundaryOf("a", "Pass", {}, words);
    const touching = boundaryOf("b", "Pass", { sources: ["10.0.0.0/9"] }, words);
    const { messages } = judged([rule], [matching, touching]);
    expect(messages.a?.full).toMatch(/^Approved by the board! Boundary "a" allows all of rule "rule-1"/);
    expect(messages.b?.full).toMatch(/^Boundary "b" allows rule "rule-1" except/);
  });

  test("are followed by a full stop where they have none, and blank words are none", () => {
    expect(judged([rule], [boundaryOf("a", "Pass", {}, { message: "Approved" })]).messages.a?.full).toMatch(
      /^Approved\. Boundary/,
    );
    expect(judged([rule], [boundaryOf("a", "Pass", {}, { message: "  " })]).messages.a?.full).toMatch(/^Boundary/);
  });
});

describe("what is empty or unresolved is said", () => {
  const rule = ruleOf("rule-1", { sources: ["10.0.0.0/8"] });

  test("of a boundary whose group is empty, once it looks at a rule", () => {
    const boundary = boundaryOf("b", "Fail", { sources: ["@gone"] });
    const resolution = groupsOf({ gone: [] });
    const { results, messages } = judged([rule], [boundary, open], resolution);
    expect(results[0]).toMatchObject({ isMatch: false, state: null, rules: [] });
    expect(messages.b?.full).toBe(
      'Boundary "b" matches nothing at present because group "gone" in its sources has no addresses: it takes part again once it names traffic.',
    );
    expect(judged([ruleOf("rule-1", {}, "Deny")], [boundary], resolution).messages.b).toBeNull();
  });

  test("of a boundary that negates an empty group", () => {
    const { messages } = judged([rule], [boundaryOf("b", "Pass", { sources: ["!@gone"] })], groupsOf({ gone: [] }));
    expect(messages.b?.full).toContain(
      '; group "gone", which its sources negate, has no addresses, so negating it takes nothing away.',
    );
  });

  test("of a boundary whose negation lets the other family in, where that decides", () => {
    const boundary = boundaryOf("b", "Fail", { sources: ["!10.0.0.0/8"] });
    const ipv6 = judged([ruleOf("rule-1", { sources: ["2001:db8::/32"] })], [boundary]);
    expect(ipv6.messages.b?.full).toContain("; what its sources negate leaves all of IPv6 in them.");
    expect(judged([ruleOf("rule-1", { sources: ["11.0.0.0/8"] })], [boundary]).messages.b?.full).not.toContain("IPv6");
  });

  test("of a look-up that failed, with the wish to judge again", () => {
    const failed = groupsOf({
      web: { outcome: "failed", reason: "the inventory did not answer" },
      db: { outcome: "not-ready" },
    });
    const boundary = boundaryOf("b", "Fail", { sources: ["@web"], destinations: ["@db"] });
    const { state, retry, stateReason } = judged([rule], [boundary], failed);
    expect({ state, retry }).toEqual({ state: "Error", retry: true });
    expect(stateReason.full).toBe(
      'Boundary "b" could not be judged for rule "rule-1": the addresses of group "web" in its sources could not be looked up (the inventory did not answer), so judge again later and the addresses of group "db" in its destinations are not ready yet, so judge again later.',
    );
  });

  test("and nothing is to be judged again where the failed look-up makes no difference", () => {
    const failed = groupsOf({ web: { outcome: "not-ready" } });
    const elsewhere = boundaryOf("b", "Fail", { sources: ["@web"], services: [tcp(22)] });
    const { state, retry } = judged([ruleOf("rule-1", { services: [tcp(443)] })], [elsewhere, open], failed);
    expect({ state, retry }).toEqual({ state: "Pass", retry: false });
  });

  const item = {
    type: "InventoryItem" as const,
    negate: null,
    comparison: null,
    itemKey: { accountId: "a", region: "r", type: "vm", id: "vm-7" },
  };
  test("of an item without addresses, which gets an address and no members", () => {
    const empty = new Map([[`item:["a","r","vm","vm-7"]`, { outcome: "empty" as const, revision: 4, hash: "" }]]);
    const { state, stateReason } = judged([ruleOf("rule-1", { sources: [item] })], [open], empty);
    expect(state).toBe("Review");
    expect(stateReason.full).toBe(
      'Item "vm-7" in the sources of rule "rule-1" matches no address as of its revision 4, so it stands for no traffic: name another or wait until it has an address.',
    );
  });

  test("of an item that a request names and nobody knows", () => {
    const unknown = new Map([[`item:["a","r","vm","vm-7"]`, { outcome: "unknown" as const }]]);
    const { state, retry, stateReason } = judged([ruleOf("rule-1", { sources: [item, any] })], [open], unknown);
    expect({ state, retry }).toEqual({ state: "Error", retry: false });
    expect(stateReason.full).toBe(
      'Item "vm-7" in the sources of rule "rule-1" is not known, so have it discovered or name another.',
    );
  });
});

describe("the reason of the state", () => {
  const scoring = (id: string, score: number) => boundaryOf(id, "Score", {}, { score });

  test("names the boundaries that count when the score decides", () => {
    const { state, score, stateReason } = judged(
      [ruleOf("rule-1", {})],
      [open, scoring("a", 70), scoring("b", 50)],
      new Map(),
      { scoreFailAt: 100, scoreReviewAt: 50 },
    );
    expect({ state, score }).toEqual({ state: "Fail", score: 120 });
    expect(stateReason.full).toBe(
      'The score 120 reaches 100, at which a request fails, from boundaries "a" (70) and "b" (50) for rule "rule-1": change the rules until fewer of these match.',
    );
  });

  test("names what covers each rule when nothing objects", () => {
    const part = (id: string, cidr: string) => boundaryOf(id, "Pass", { sources: [cidr] });
    const rules = [
      ruleOf("r1", { sources: ["10.0.0.0/24"] }),
      ruleOf("r2", { sources: ["10.0.0.0/25"] }),
      ruleOf("r3", {}, "Deny"),
    ];
    expect(judged(rules, [part("a", "10.0.0.0/25"), part("b", "10.0.0.128/25")]).stateReason.full).toBe(
      'Every Allow rule is covered, rule "r1" by boundaries "a" and "b" together and rule "r2" by boundary "a", and no boundary objects: it stays so while these boundaries stand and the rules do not grow.',
    );
  });

  test("says of Deny rules that they add no access", () => {
    const { state, stateReason } = judged([ruleOf("r1", {}, "Deny")], [noSsh]);
    expect(state).toBe("Pass");
    expect(stateReason.full).toContain("holds Deny rules only and adds no access");
  });

  test("says that no Pass boundary is near", () => {
    expect(judged([ruleOf("r1", { services: everything })], []).stateReason.full).toBe(
      'No Pass boundary allows any of rule "r1": have a boundary allow it, or remove the rule.',
    );
  });
});
