import { describe, expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import { boundaryOf, groupsOf, network, ruleOf, tcp } from "../../../test/written.ts";
import { judge } from "../judge.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";

function messageOf(rules: Rule[], boundary: BoundaryDefinition): string {
  const { results } = judge({ rules, projectId: "shop" }, [boundary], new Map(), {});
  return results[0]?.message?.full ?? "";
}

const small = ["10.0.0.0/25"];
const large = ["10.0.0.0/24"];

describe("of several rules, a boundary reports", () => {
  const touching = ruleOf("touching", { sources: large });
  const matching = ruleOf("matching", { sources: small });

  test("one that matches rather than one that does not, where both weigh the same", () => {
    for (const boundary of [
      boundaryOf("b", "Score", { sources: small }, { score: 40 }),
      boundaryOf("b", "Fail", { sources: small }, { partialMatch: "Fail" }),
    ]) {
      const message = messageOf([touching, matching], boundary);
      expect(message).toContain('"matching"');
      expect(message).not.toContain('"touching"');
    }
  });

  test("one it fails rather than one it wants reviewed", () => {
    const message = messageOf([touching, matching], boundaryOf("b", "Fail", { sources: small }));
    expect(message).toContain('"matching"');
    expect(message).not.toContain('"touching"');
  });

  test("one it could not judge rather than one it wants reviewed, and one it fails rather than either", () => {
    const unknown = ruleOf("unknown", { sources: ["@nobody"] });
    const boundary = boundaryOf("b", "Fail", { sources: small });
    const [result] = judge({ rules: [touching, unknown], projectId: "shop" }, [boundary], new Map(), {}).results;
    expect(result).toMatchObject({ state: "Error", message: { full: expect.stringContaining('"unknown"') } });
    const [failed] = judge({ rules: [unknown, matching], projectId: "shop" }, [boundary], new Map(), {}).results;
    expect(failed).toMatchObject({ state: "Fail", message: { full: expect.stringContaining('"matching"') } });
  });
});

test("what is empty is noted of the sources first", () => {
  const rules = [ruleOf("rule-1", { sources: small })];
  const negating = boundaryOf("b", "Pass", { sources: ["!@first", "!@second"], destinations: ["!@third"] });
  const groups = groupsOf({ first: [], second: [], third: [] });
  const [result] = judge({ rules, projectId: "shop" }, [negating], groups, {}).results;
  expect(result?.message?.full).toMatch(/"first".*"second".*"third"/);
});

describe("a boundary that names a set exactly", () => {
  const exact = { sources: [network("10.0.0.0/24", "Equals")], services: [tcp(22)] };

  test("says which addresses of it a rule does not ask for", () => {
    const rule = ruleOf("rule-1", { sources: small, services: [tcp(22)] });
    for (const action of ["Pass", "Score", "Fail"] as const)
      expect(messageOf([rule], boundaryOf("b", action, exact, { score: 5 }))).toContain("10.0.0.128/25");
  });

  test("says what the rule must not negate", () => {
    const [add, negated] = [small, ["10.0.0.0/24", "!10.0.0.128/25"]].map((sources) =>
      messageOf([ruleOf("rule-1", { sources, services: [tcp(22)] })], boundaryOf("b", "Pass", exact)),
    );
    const because =
      'does not count for rule "rule-1" because it requires 10.0.0.128/25 in the sources that the rule leaves out';
    expect(add).toBe(`Boundary "b" ${because}: add this.`);
    expect(negated).toBe(`Boundary "b" ${because}: do not negate this.`);
  });

  test("says for callers who may not see boundaries whom to ask", () => {
    const rules = [ruleOf("rule-1", { sources: small, services: [tcp(22)] })];
    const { results } = judge({ rules, projectId: "shop" }, [boundaryOf("b", "Pass", exact)], new Map(), {});
    expect(results[0]?.message?.withoutAddresses).toBe(
      'Boundary "b" does not count for rule "rule-1" because it requires sources that the rule leaves out: ask the policy owner which sources to add.',
    );
  });
});
