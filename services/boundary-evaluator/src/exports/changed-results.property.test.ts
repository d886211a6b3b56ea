import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { JudgedResult, JudgedState } from "../judging/model/judgement.ts";
import { changedResults } from "./changed-results.ts";

const states: readonly (JudgedState | null)[] = ["Pass", "Fail", "Review", "Error", null];
const result = (boundaryId: string, state: JudgedState | null, isMatch: boolean): JudgedResult => ({
  boundaryId,
  boundaryRevision: 1,
  boundaryName: boundaryId,
  boundaryAction: "Pass",
  platforms: null,
  isMatch,
  score: null,
  state,
  message: null,
  matchingRuleIds: [],
  rules: [],
});
/**
 * Generates the results of one evaluation: at most one result for each of five boundaries, with any state or none, and
 * with or without a match.
 */
const results = fc
  .dictionary(fc.constantFrom("a", "b", "c", "d", "e"), fc.tuple(fc.constantFrom(...states), fc.boolean()))
  .map((lines) => Object.entries(lines).map(([id, [state, isMatch]]) => result(id, state, isMatch)));
const history = fc.array(fc.record({ newRevision: fc.boolean(), results }), { minLength: 1, maxLength: 12 });

test("over any history each result is exported once per revision and after each change, and a receiver knows the newest at the end", () => {
  fc.assert(
    fc.property(history, (evaluations) => {
      // The results that the receiver has, with one line per boundary.
      const known = new Map<string, string>();
      let revision = 1;
      let before: { revision: number; results: JudgedResult[] } | null = null;
      for (const { newRevision, results: current } of evaluations) {
        if (newRevision) revision += 1;
        const { changed, silenced } = changedResults({ revision, results: current }, before);
        const sent = [
          ...changed.map(({ boundaryId, state, isMatch }) => ({ boundaryId, line: `${state} ${isMatch}` })),
          ...silenced.map(({ boundaryId }) => ({ boundaryId, line: "null false" })),
        ];
        const expected = ["a", "b", "c", "d", "e"].filter((id) => {
          const now = current.find(({ boundaryId }) => boundaryId === id);
          const line = now ? `${now.state} ${now.isMatch}` : "null false";
          const isFirstOfRevision = line !== "null false" && before?.revision !== revision;
          return isFirstOfRevision || line !== (known.get(id) ?? "null false");
        });
        expect(sent.map(({ boundaryId }) => boundaryId).sort()).toEqual(expected);
        for (const { boundaryId, line } of sent) known.set(boundaryId, line);
        for (const { boundaryId, state, isMatch } of current)
          expect(known.get(boundaryId) ?? "null false").toBe(`${state} ${isMatch}`);
        before = { revision, results: current };
      }
    }),
  );
});
