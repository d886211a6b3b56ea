import { describe, expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import { boundaryOf, groupsOf, ruleOf } from "../../test/written.ts";
import { judge } from "./judge.ts";
import type { BoundaryDefinition } from "./model/boundary-definition.ts";
import { saysSomething } from "./model/judgement.ts";
import { silentResult } from "./model/silent-result.ts";

const notReady = { outcome: "not-ready" as const };
const failed = { outcome: "failed" as const, reason: "the inventory did not answer" };
const unknown = { outcome: "unknown" as const };

describe("a re-evaluation may have another verdict", () => {
  const retryOf = (rules: Rule[], boundaries: BoundaryDefinition[], groups: Parameters<typeof groupsOf>[0]) =>
    judge({ rules, projectId: "shop" }, boundaries, groupsOf(groups), {}).retry;
  const sides = [
    { sources: ["@a", "@b"] },
    { destinations: ["@a", "@b"] },
    { sources: ["@a"], destinations: ["@b"] },
    { sources: ["@b"], destinations: ["@a"] },
  ];

  test("when one lookup of a rule or of a boundary it touches failed or was not ready, whatever the others gave", () => {
    for (const side of sides) {
      for (const answer of [failed, notReady]) {
        expect(retryOf([ruleOf("r", side)], [], { a: unknown, b: answer })).toBe(true);
        expect(retryOf([ruleOf("r", {})], [boundaryOf("b", "Pass", side)], { a: unknown, b: answer })).toBe(true);
      }
    }
  });

  test("not when groups are only unknown, and not for a boundary that no rule can touch", () => {
    for (const side of sides) {
      expect(retryOf([ruleOf("r", side)], [boundaryOf("b", "Fail", side)], { a: unknown, b: unknown })).toBe(false);
      const elsewhere = { ...boundaryOf("b", "Fail", side), services: [{ type: "AllUDP" as const }] };
      const rule = ruleOf("r", { services: [{ type: "AllTCP" }] });
      expect(retryOf([rule], [elsewhere], { a: failed, b: notReady })).toBe(false);
    }
  });
});

test("a result says something when it has a state, a match, a message or a relation", () => {
  const silent = silentResult(boundaryOf("b", "Pass", {}));
  expect(saysSomething(silent)).toBe(false);
  const relation = { ruleId: "r", relation: "Inside" as const, failingSides: [], witness: null, residual: null };
  for (const more of [
    { state: "Pass" as const },
    { isMatch: true },
    { message: { full: "x", withoutAddresses: "x" } },
    { rules: [relation] },
  ])
    expect(saysSomething({ ...silent, ...more })).toBe(true);
});
