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
/** Results of one judging: any part of five boundaries, with and without anything to say. */
const results = fc
  .dictionary(fc.constantFrom("a", "b", "c", "d", "e"), fc.tuple(fc.constantFrom(...states), fc.boolean()))
  .map((said) => Object.entries(said).map(([id, [state, isMatch]]) => result(id, state, isMatch)));
const history = fc.array(fc.record({ newRevision: fc.boolean(), results }), { minLength: 1, maxLength: 12 });

test("over any history a receiver hears each result once a revision, each change, and knows the newest at the end", () => {
  fc.assert(
    fc.property(history, (judgings) => {
      // What the receiver holds, as it would write it down: one line per boundary, by what it was sent.
      const held = new Map<string, string>();
      let revision = 1;
      let before: { revision: number; results: JudgedResult[] } | null = null;
      for (const { newRevision, results: said } of judgings) {
        if (newRevision) revision += 1;
        const { changed, fallenSilent } = changedResults({ revision, results: said }, before);
        const sent = [
          ...changed.map(({ boundaryId, state, isMatch }) => ({ boundaryId, line: `${state} ${isMatch}` })),
          ...fallenSilent.map(({ boundaryId }) => ({ boundaryId, line: "null false" })),
        ];
        const expected = ["a", "b", "c", "d", "e"].filter((id) => {
          const now = said.find(({ boundaryId }) => boundaryId === id);
          const line = now ? `${now.state} ${now.isMatch}` : "null false";
          const isFirstOfRevision = line !== "null false" && before?.revision !== revision;
          return isFirstOfRevision || line !== (held.get(id) ?? "null false");
        });
        expect(sent.map(({ boundaryId }) => boundaryId).sort()).toEqual(expected);
        for (const { boundaryId, line } of sent) held.set(boundaryId, line);
        for (const { boundaryId, state, isMatch } of said)
          expect(held.get(boundaryId) ?? "null false").toBe(`${state} ${isMatch}`);
        before = { revision, results: said };
      }
    }),
  );
});
