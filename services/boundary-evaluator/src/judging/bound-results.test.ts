import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { boundResults, type OpenResult } from "./bound-results.ts";
import type { JudgedResult, RuleRelation } from "./model/judgement.ts";

const explain = (ruleId: string, withResidual: boolean): RuleRelation => ({
  ruleId,
  relation: "Overlap",
  failingSides: ["Source"],
  witness: { source: "10.0.0.0", destination: "10.0.0.1", protocol: 6, port: 22, icmpType: null, icmpCode: null },
  residual: withResidual
    ? { blocks: [{ sources: ["10.0.0.0/8"], destinations: ["::/0"], services: ["any"] }], truncated: false }
    : { blocks: [], truncated: true },
});

const aResult = (boundaryId: string, state: JudgedResult["state"], relations: number): OpenResult<string> => ({
  result: silent(boundaryId, state),
  related: Array.from({ length: relations }, (_, n) => `rule-${n}`),
});

const silent = (boundaryId: string, state: JudgedResult["state"]): JudgedResult => ({
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
  rules: [],
});

const whole = ({ result, related }: OpenResult<string>): JudgedResult => ({
  ...result,
  rules: related.map((ruleId) => explain(ruleId, true)),
});

const relationsOf = (results: readonly JudgedResult[]) => results.map(({ rules }) => rules.length);

test("what is small enough stays as it is", () => {
  const results = [aResult("a", "Fail", 3), aResult("b", null, 2)];
  expect(boundResults(results, explain)).toEqual(results.map(whole));
});

test("of too many relations the worst are kept, and both messages of a result count what it lost", () => {
  const results = [aResult("a", null, 3), aResult("b", "Review", 3), aResult("c", "Fail", 3), aResult("d", "Error", 1)];
  const bounded = boundResults(results, explain, { maxRelations: 5 });
  expect(relationsOf(bounded)).toEqual([0, 1, 3, 1]);
  expect(bounded[1]?.message?.full).toBe("Said. 2 relations are left out here: one evaluation keeps 5.");
  expect(bounded[1]?.message?.withoutAddresses).toMatch(/^Said less\. 2 relations/);
  expect(bounded[0]?.message?.full).toMatch(/^3 relations/);
  expect(bounded[2]).toEqual(whole(aResult("c", "Fail", 3)));
});

test("too large results keep their witnesses, and their residuals are marked as cut", () => {
  const bounded = boundResults([aResult("a", "Fail", 20)], explain, { maxBytes: 1_000 });
  expect(bounded[0]?.rules).toHaveLength(20);
  for (const { witness, residual } of bounded[0]?.rules ?? []) {
    expect(residual).toEqual({ blocks: [], truncated: true });
    expect(witness).not.toBeNull();
  }
});

test("evidence is computed only for what is kept, and residuals only until they are too large", () => {
  const asked: boolean[] = [];
  const counting = (ruleId: string, withResidual: boolean) => {
    asked.push(withResidual);
    return explain(ruleId, withResidual);
  };
  boundResults([aResult("a", "Fail", 1_000)], counting, { maxRelations: 100, maxBytes: 3_000 });
  expect(asked).toHaveLength(100);
  expect(asked.filter((withResidual) => withResidual).length).toBeLessThan(20);
});

test("the number kept is exactly the bound, and never a better one before a worse one", () => {
  const state = fc.constantFrom("Fail" as const, "Error" as const, "Review" as const, "Pass" as const, null);
  const rank = (state: JudgedResult["state"]) => ["Fail", "Error", "Review", "Pass", null].indexOf(state);
  const sizes = fc.array(fc.tuple(state, fc.integer({ min: 0, max: 5 })), { maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 20 }), (given, maxRelations) => {
      const results = given.map(([of, count], n) => aResult(`b${n}`, of, count));
      const bounded = boundResults(results, explain, { maxRelations });
      const asked = given.reduce((sum, [, count]) => sum + count, 0);
      expect(relationsOf(bounded).reduce((a, b) => a + b, 0)).toBe(Math.min(maxRelations, asked));
      bounded.forEach((cut, n) => {
        if (cut.rules.length === (results[n]?.related.length ?? 0)) return;
        for (const other of bounded)
          if (other.rules.length > 0) expect(rank(other.state)).toBeLessThanOrEqual(rank(cut.state));
      });
    }),
  );
});
