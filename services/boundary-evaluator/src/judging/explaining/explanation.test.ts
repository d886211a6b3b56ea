import { describe, expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import { any, boundaryOf, everything, groupsOf, network, ruleOf, tcp } from "../../../test/written.ts";
import { judge } from "../judge.ts";
import type { ScoreSettings } from "../matching/decide-state.ts";
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
      'Boundary "No SSH to databases" forbids part of rule "rule-1": tcp/22 to 10.9.0.0/16; remove these destinations or this service.';
    expect(stateReason.full).toBe(sentence);
    expect(messages["no-ssh"]?.full).toBe(`Use the bastion 10.77.0.1. ${sentence}`);
  });

  test("without addresses for callers who may not see boundaries", () => {
    const rule = ruleOf("rule-1", {
      sources: ["10.1.0.0/16"],
      destinations: ["10.0.0.0/8", "192.0.2.0/24"],
      services: [{ type: "AllTCP" }],
    });
    expect(judged([rule], [noSsh, open]).messages["no-ssh"]?.withoutAddresses).toBe(
      'Use the bastion (an address). Boundary "No SSH to databases" forbids part of rule "rule-1": tcp/22 to part of 10.0.0.0/8; remove these destinations or this service, or ask the policy owner which.',
    );
  });

  test("without the advice to ask where the sentence would be too long", () => {
    const name = Array.from({ length: 30 }, (_, at) => `w${at}`).join(" ");
    const wordy = boundaryOf("wordy", "Fail", { sources: ["10.9.0.0/16"] }, { name });
    const { messages } = judged([ruleOf("rule-1", { sources: ["10.0.0.0/8"] })], [wordy, open]);
    expect(messages.wordy?.withoutAddresses).toMatch(/: traffic from some addresses; remove these sources\.$/);
  });

  test("and to remove or change a rule that lies inside", () => {
    const rule = ruleOf("rule-1", { sources: ["10.1.0.0/16"], destinations: ["10.9.1.0/24"], services: [tcp(22)] });
    const { state, stateReason } = judged([rule, ruleOf("rule-2", rule)], [noSsh, open]);
    expect(state).toBe("Fail");
    expect(stateReason.full).toBe(
      'Boundary "No SSH to databases" forbids all of rule "rule-1", as it forbids tcp/22 to 10.9.0.0/16: remove the rule or change its destinations or services.',
    );
    expect(stateReason.withoutAddresses).toBe(
      'Boundary "No SSH to databases" forbids all of rule "rule-1": remove or change the rule, or ask the policy owner what is forbidden.',
    );
  });

  test("and only to remove it where no change of it would help", () => {
    for (const [sides, forbidden] of [
      [{}, "all traffic"],
      [{ sources: ["0.0.0.0/0"] }, "all IPv4 traffic"],
    ] as const) {
      const nothing = boundaryOf("nothing", "Fail", sides, { name: "Nothing" });
      const { messages } = judged([ruleOf("rule-1", { ...sides, services: [tcp(22)] })], [nothing]);
      expect(messages.nothing?.full).toBe(
        `Boundary "Nothing" forbids all of rule "rule-1", as it forbids ${forbidden}: remove the rule.`,
      );
    }
  });

  test("and which other rules and boundaries have the same result", () => {
    const rule = ruleOf("rule-1", { sources: ["10.1.0.0/16"], destinations: ["10.9.1.0/24"], services: [tcp(22)] });
    const again = { ...noSsh, id: "no-ssh-either", name: "No SSH either" };
    const { stateReason, messages } = judged([rule, ruleOf("rule-2", rule)], [noSsh, again, open]);
    expect(messages["no-ssh"]?.full).toMatch(
      /: remove the rule or change its destinations or services\. Rule "rule-2" has the same result\.$/,
    );
    expect(stateReason.full).toMatch(/ \(1 more boundary says Fail\)\.$/);
  });

  test("and which part of a set that it names exactly the rule lacks", () => {
    const exact = boundaryOf("exact", "Fail", { sources: [network("10.0.0.0/24", "Equals")] });
    const { state, messages } = judged(
      [ruleOf("rule-1", { sources: ["10.0.0.0/25"], destinations: ["10.9.0.0/24"] })],
      [exact, open],
    );
    expect(state).toBe("Review");
    expect(messages.exact?.full).toBe(
      'Boundary "exact" forbids rule "rule-1" only in part because it requires 10.0.0.128/25 in the sources that the rule leaves out, as it forbids traffic from 10.0.0.0/24: remove the rule or change its sources.',
    );
  });
});

describe("a Pass boundary says", () => {
  test("which of the request's objects are out, and not the others", () => {
    const office = boundaryOf("office", "Pass", { sources: ["10.0.0.0/8"], services: [tcp(443)] });
    const rule = ruleOf("rule-1", { sources: ["10.1.0.0/16", "8.8.8.0/24", "11.0.0.0/8"], services: [tcp(443)] });
    const { messages, stateReason, findingTexts } = judged([rule], [office]);
    expect(messages.office?.full).toBe(
      'Boundary "office" allows part of rule "rule-1" but leaves out 8.8.8.0/24 and 11.0.0.0/8 in the sources: remove this or ask the policy owner to allow it.',
    );
    expect(findingTexts.NotCovered?.full).toBe(
      'Boundary "office" allows part of rule "rule-1" but leaves out traffic from 8.8.8.0/24 and 11.0.0.0/8: remove this or ask the policy owner to allow it.',
    );
    expect(stateReason).toEqual(findingTexts.NotCovered);
  });

  test("how much of a group is out, by name only for callers who may not see boundaries", () => {
    const office = boundaryOf("office", "Pass", { sources: ["10.0.0.0/8"] });
    const { messages, findingTexts } = judged(
      [ruleOf("rule-1", { sources: ["@web"] })],
      [office],
      groupsOf({ web: ["10.1.0.0/24", "172.16.0.0/24"] }),
    );
    expect(messages.office?.full).toContain('leaves out 172.16.0.0/24 (of group "web") in the sources');
    expect(messages.office?.withoutAddresses).toContain('leaves out part of group "web" in the sources');
    expect(findingTexts.NotCovered?.withoutAddresses).toBe(
      'Boundary "office" allows part of rule "rule-1" but leaves out traffic from part of group "web": remove this or ask the policy owner what to remove or allow.',
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
      'Boundary "ipv4" allows all traffic of rule "rule-1": no change is needed; isMatch is false only because of every IPv6 address in the destinations, where the rule has no traffic.',
    );
  });

  test("that others cover the rule with it, alone, or without it", () => {
    const part = (id: string, cidr: string) => boundaryOf(id, "Pass", { sources: [cidr] });
    const rule = ruleOf("rule-1", { sources: ["10.0.0.0/24"] });
    const jointly = judged([rule], [part("a", "10.0.0.0/25"), part("b", "10.0.0.128/25"), part("c", "10.0.0.64/26")]);
    expect(jointly.messages.a?.full).toContain(': no change is needed because boundary "b" allows the rest.');
    expect(jointly.messages.c?.full).toContain(': no change is needed because boundaries "a" and "b" allow the rest.');
    expect(jointly.findingTexts.JointlyCovered?.full).toBe(
      'Boundaries "a" and "b" together allow all of rule "rule-1"; none does alone, and no change is needed.',
    );
    const alone = judged([rule], [part("a", "10.0.0.0/25"), part("whole", "10.0.0.0/16")]);
    expect(alone.messages.a?.full).toContain(': no change is needed because boundary "whole" allows the rest.');
    expect(alone.findings).toEqual([]);
  });
});

describe("the message of a boundary's own", () => {
  const rule = ruleOf("rule-1", { sources: ["10.0.0.0/8"] });
  test("precedes the sentence where the boundary matches or objects, and nowhere else", () => {
    const own = { message: "Approved by the board!" };
    const matching = boundaryOf("a", "Pass", {}, own);
    const touching = boundaryOf("b", "Pass", { sources: ["10.0.0.0/9"] }, own);
    const { messages } = judged([rule], [matching, touching]);
    expect(messages.a?.full).toMatch(/^Approved by the board! Boundary "a" allows all of rule "rule-1"/);
    expect(messages.b?.full).toMatch(/^Boundary "b" allows part of rule "rule-1" but leaves out /);
  });

  test("gets a full stop where it has none, and is left out where it is blank", () => {
    expect(judged([rule], [boundaryOf("a", "Pass", {}, { message: "Approved" })]).messages.a?.full).toMatch(
      /^Approved\. Boundary/,
    );
    expect(judged([rule], [boundaryOf("a", "Pass", {}, { message: "  " })]).messages.a?.full).toMatch(/^Boundary/);
  });
});

describe("a message names what is empty or unresolved", () => {
  const rule = ruleOf("rule-1", { sources: ["10.0.0.0/8"] });

  test("of a boundary whose group is empty, once it applies to a rule", () => {
    const boundary = boundaryOf("b", "Fail", { sources: ["@gone"] });
    const resolution = groupsOf({ gone: [] });
    const { results, messages } = judged([rule], [boundary, open], resolution);
    expect(results[0]).toMatchObject({ isMatch: false, state: null, rules: [] });
    expect(messages.b?.full).toBe(
      'Boundary "b" matches nothing at present because group "gone" in its sources has no addresses.',
    );
    expect(judged([ruleOf("rule-1", {}, "Deny")], [boundary], resolution).messages.b).toBeNull();
  });

  test("of a boundary that negates an empty group", () => {
    const { messages } = judged([rule], [boundaryOf("b", "Pass", { sources: ["!@gone"] })], groupsOf({ gone: [] }));
    expect(messages.b?.full).toContain(
      '. The boundary\'s sources negate group "gone", which has no addresses, so this excludes nothing.',
    );
  });

  test("of a boundary whose negation lets the other family in, where that decides", () => {
    const boundary = boundaryOf("b", "Fail", { sources: ["!10.0.0.0/8"] });
    const ipv6 = judged([ruleOf("rule-1", { sources: ["2001:db8::/32"] })], [boundary]);
    expect(ipv6.messages.b?.full).toContain(". The boundary's sources negate only IPv4 and so include all of IPv6.");
    expect(judged([ruleOf("rule-1", { sources: ["11.0.0.0/8"] })], [boundary]).messages.b?.full).not.toContain("IPv6");
  });

  test("of a failed lookup, to be evaluated again", () => {
    const failed = groupsOf({
      web: { outcome: "failed", reason: "the inventory did not answer" },
      db: { outcome: "not-ready" },
    });
    const boundary = boundaryOf("b", "Fail", { sources: ["@web"], destinations: ["@db"] });
    const { state, retry, stateReason } = judged([rule], [boundary], failed);
    expect({ state, retry }).toEqual({ state: "Error", retry: true });
    expect(stateReason.full).toBe(
      'Boundary "b" could not be evaluated for rule "rule-1" because group "web" in its sources is unavailable (the inventory did not answer) and group "db" in its destinations is not ready yet: change nothing and evaluate again later.',
    );
  });

  test("and nothing is evaluated again where the failed lookup makes no difference", () => {
    const failed = groupsOf({ web: { outcome: "not-ready" } });
    const elsewhere = boundaryOf("b", "Fail", { sources: ["@web"], services: [tcp(22)] });
    const { state, retry } = judged([ruleOf("rule-1", { services: [tcp(443)] })], [elsewhere, open], failed);
    expect({ state, retry }).toEqual({ state: "Pass", retry: false });
  });

  test("of a boundary that names what is unknown, which its owner has to correct", () => {
    const boundary = boundaryOf("b", "Fail", { sources: ["@web"] });
    const { state, stateReason } = judged([rule], [boundary], groupsOf({ web: { outcome: "unknown" } }));
    expect(state).toBe("Error");
    expect(stateReason.full).toBe(
      'Boundary "b" could not be evaluated for rule "rule-1" because group "web" in its sources is unknown: ask the policy owner to correct the boundary.',
    );
  });

  const item = {
    type: "InventoryItem" as const,
    negate: null,
    comparison: null,
    itemKey: { accountId: "a", region: "r", type: "vm", id: "vm-7" },
  };
  test("of an item without addresses", () => {
    const empty = new Map([[`item:["a","r","vm","vm-7"]`, { outcome: "empty" as const, revision: 4, hash: "" }]]);
    const { state, stateReason } = judged([ruleOf("rule-1", { sources: [item] })], [open], empty);
    expect(state).toBe("Review");
    expect(stateReason.full).toBe(
      'Item "vm-7" in the sources of rule "rule-1" has no addresses: name another or wait until it has some.',
    );
  });

  test("of an item that a request names and the inventory does not know", () => {
    const unknown = new Map([[`item:["a","r","vm","vm-7"]`, { outcome: "unknown" as const }]]);
    const { state, retry, stateReason } = judged([ruleOf("rule-1", { sources: [item, any] })], [open], unknown);
    expect({ state, retry }).toEqual({ state: "Error", retry: false });
    expect(stateReason.full).toBe(
      'Item "vm-7" in the sources of rule "rule-1" is unknown: have the item discovered or name another.',
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
      'The score is 120 and a request fails at 100: boundaries "a" (70) and "b" (50) match rule "rule-1"; remove this rule or move it out of some of these boundaries.',
    );
  });

  test("counts the boundaries that it does not name, with what they add", () => {
    const many = Array.from({ length: 12 }, (_, at) => scoring(`s${10 + at}`, at));
    const rules = [ruleOf("r1", {}), ruleOf("r2", {})];
    expect(judged(rules, [open, ...many], new Map(), { scoreReviewAt: 50 }).stateReason.full).toBe(
      'The score is 66 and a request is reviewed at 50: boundaries "s10" (0), "s11" (1), "s12" (2) and 9 more (adding 63) match rules "r1" and "r2"; remove these rules or move them out of some of these boundaries.',
    );
  });

  test("counts the rules that are not covered beside what decided", () => {
    const rules = [
      ruleOf("r1", { destinations: ["10.9.1.0/24"], services: [tcp(22)] }),
      ruleOf("r2", { services: [tcp(1)] }),
    ];
    expect(judged(rules, [noSsh]).stateReason.full).toMatch(/ \(rule "r2" also needs a Pass boundary\)\.$/);
    expect(judged([...rules, ruleOf("r3", { services: [tcp(2)] })], [noSsh]).stateReason.full).toMatch(
      / \(2 rules also need Pass boundaries\)\.$/,
    );
    expect(judged([rules[1], ruleOf("r3", {})] as Rule[], []).stateReason.full).toMatch(
      /allow it \(1 more rule is not allowed\)\.$/,
    );
  });

  test("does not count a rule of which only what is forbidden is not covered", () => {
    const rule = ruleOf("r1", { destinations: ["10.0.0.0/8"], services: [tcp(22)] });
    const rest = boundaryOf("rest", "Pass", { destinations: ["!10.9.0.0/16"] });
    expect(judged([rule], [noSsh, rest]).stateReason.full).toMatch(/; remove these destinations\.$/);
  });

  test("names what covers each rule when nothing is forbidden", () => {
    const part = (id: string, cidr: string) => boundaryOf(id, "Pass", { sources: [cidr] });
    const rules = [
      ruleOf("r1", { sources: ["10.0.0.0/24"] }),
      ruleOf("r2", { sources: ["10.0.0.0/25"] }),
      ruleOf("r3", {}, "Deny"),
    ];
    expect(judged(rules, [part("a", "10.0.0.0/25"), part("b", "10.0.0.128/25")]).stateReason.full).toBe(
      'Every Allow rule is covered (rule "r1" by boundaries "a" and "b" together and rule "r2" by boundary "a") and nothing is forbidden: no change is needed.',
    );
  });

  test("says of Deny rules that they add no access", () => {
    const { state, stateReason } = judged([ruleOf("r1", {}, "Deny")], [noSsh]);
    expect(state).toBe("Pass");
    expect(stateReason.full).toContain("has only Deny rules, which add no access");
  });

  test("says that no Pass boundary allows any of it", () => {
    expect(judged([ruleOf("r1", { services: everything })], []).stateReason.full).toBe(
      'No Pass boundary allows any of rule "r1": remove the rule or ask the policy owner to allow it.',
    );
  });
});
