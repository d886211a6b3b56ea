import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { boundResults } from "./bound-results.ts";
import type { JudgedResult, RuleRelation } from "./judging/judgement.ts";

const relation = (ruleId: string): RuleRelation => ({
  ruleId,
  relation: "Overlap",
  failingSides: ["Source"],
  witness: { source: "10.0.0.0", destination: "10.0.0.1", protocol: 6, port: 22, icmpType: null, icmpCode: null },
  residual: { blocks: [{ sources: ["10.0.0.0/8"], destinations: ["::/0"], services: ["any"] }], truncated: false },
});

const aResult = (boundaryId: string, state: JudgedResult["state"], relations: number): JudgedResult => ({
  boundaryId,
  boundaryRevision: 1,
  boundaryName: boundaryId,
  boundaryAction: "Fail",
  platforms: null,
  isMatch: false,
  score: null,
  state,
  message: state ? { full: "Said.", withoutAddresses: "Said less." } : null,
  matchingRuleIds: [],
  rules: Array.from({ length: relations }, (_, n) => relation(`rule-${n}`)),
});

const relationsOf = (results: readonly JudgedResult[]) => results.map(({ rules }) => rules.length);

test("what is small enough stays as it is", () => {
  const results = [aResult("a", "Fail", 3), aResult("b", null, 2)];
  expect(boundResults(results)).toEqual(results);
});

test("of too many relations the worst are kept, and results that lost some say so in both wordings", () => {
  const results = [aResult("a", null, 3), aResult("b", "Review", 3), aResult("c", "Fail", 3), aResult("d", "Error", 1)];
  const bounded = boundResults(results, { maxRelations: 5 });
  expect(relationsOf(bounded)).toEqual([0, 1, 3, 1]);
  expect(bounded[1]?.message?.full).toBe("Said. 2 relations are left out here: one evaluation keeps 5.");
  expect(bounded[1]?.message?.withoutAddresses).toMatch(/^Said less\. 2 relations/);
  expect(bounded[0]?.message?.full).toMatch(/^3 relations/);
  expect(bounded[2]).toEqual(results[2]);
});

test("of too large results witnesses stay, and residuals say that they are cut", () => {
  const bounded = boundResults([aResult("a", "Fail", 20)], { maxBytes: 1_000 });
  expect(bounded[0]?.rules).toHaveLength(20);
  for (const { witness, residual } of bounded[0]?.rules ?? []) {
    expect(residual).toEqual({ blocks: [], truncated: true });
    expect(witness).not.toBeNull();
  }
});

test("the number kept is exactly the bound, and never a better one before a worse one", () => {
  const state = fc.constantFrom("Fail" as const, "Error" as const, "Review" as const, "Pass" as const, null);
  const rank = (one: JudgedResult["state"]) => ["Fail", "Error", "Review", "Pass", null].indexOf(one);
  const sizes = fc.array(fc.tuple(state, fc.integer({ min: 0, max: 5 })), { maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 20 }), (given, maxRelations) => {
      const results = given.map(([of, count], n) => aResult(`b${n}`, of, count));
      const bounded = boundResults(results, { maxRelations });
      const sum = (of: readonly JudgedResult[]) => relationsOf(of).reduce((a, b) => a + b, 0);
      expect(sum(bounded)).toBe(Math.min(maxRelations, sum(results)));
      bounded.forEach((cut, n) => {
        if (cut.rules.length === (results[n]?.rules.length ?? 0)) return;
        for (const other of bounded)
          if (other.rules.length > 0) expect(rank(other.state)).toBeLessThanOrEqual(rank(cut.state));
      });
    }),
  );
});
