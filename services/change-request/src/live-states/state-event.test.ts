import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aShownState } from "../../test/change-requests.ts";
import type { ShownState } from "../requests/shown-state.ts";
import { stateEvent } from "./state-event.ts";

const seesAll = { may: () => true };
const seesNoBoundaries = { may: () => false };
const verdict = {
  state: "Fail",
  stateReason: 'hits "dmz" (10.9.0.0/16)',
  stateReasonWithoutAddresses: 'hits "dmz"',
  score: 4,
  attempt: 7,
} as const;

test("an event has the members of the graph, and the attempt of the verdict", () => {
  const shown = aShownState({ revision: 3, verdict });
  expect(stateEvent(shown, seesAll)).toEqual({
    event: "state",
    id: expect.stringMatching(/^3\.7\.[A-Za-z0-9_-]{8}$/),
    data: {
      id: "cr-1",
      revision: 3,
      attempt: 7,
      state: "Fail",
      score: 4,
      stateReason: verdict.stateReason,
      updatedAt: shown.updatedAt,
    },
  });
});

test("a Pending state has no attempt, no score and no reason", () => {
  const { id, data } = stateEvent(aShownState(), seesAll);
  expect(id).toMatch(/^1\.0\./);
  expect(data).toMatchObject({ state: "Pending", attempt: null, score: null, stateReason: null });
});

test("without boundary:view the reason holds none of the boundary's addresses, nor does anything else", () => {
  const event = stateEvent(aShownState({ verdict }), seesNoBoundaries);
  expect(event.data.stateReason).toBe('hits "dmz"');
  expect(JSON.stringify(event)).not.toContain("10.9.");
});

test("two events have the same id exactly when their data is equal", () => {
  const state: fc.Arbitrary<ShownState> = fc
    .record({
      revision: fc.integer({ min: 1, max: 2 }),
      updatedAt: fc.constantFrom("2026-11-21T05:00:00.000Z", "2026-11-21T05:00:00.001Z"),
      verdict: fc.option(
        fc.record({
          state: fc.constantFrom("Pass", "Error"),
          stateReason: fc.constantFrom("a", "b"),
          stateReasonWithoutAddresses: fc.constantFrom("a", "c"),
          score: fc.constantFrom(null, 0),
          attempt: fc.constantFrom(null, 1),
        }),
      ),
    })
    .map((members) => aShownState(members));
  const caller = fc.constantFrom(seesAll, seesNoBoundaries);
  fc.assert(
    fc.property(fc.tuple(state, caller), fc.tuple(state, caller), (one, other) => {
      const [first, second] = [stateEvent(...one), stateEvent(...other)];
      expect(first.id === second.id).toBe(JSON.stringify(first.data) === JSON.stringify(second.data));
    }),
    { numRuns: 2_000 },
  );
});
