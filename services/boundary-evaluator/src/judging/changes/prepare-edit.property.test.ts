import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { anyScenario, definitionOf, resolutionOf } from "../../../test/scenarios.ts";
import { boundaryOf, ruleOf } from "../../../test/written.ts";
import { compileBoundary } from "../compiling/compile-boundary.ts";
import { compileRule } from "../compiling/compile-rule.ts";
import { packRules, unpackRules } from "../compiling/pack-rules.ts";
import { buildBoundarySet } from "../indexing/boundary-set.ts";
import { judge } from "../judge.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import { prepareEdit } from "./prepare-edit.ts";
import { explainStates, previewStates } from "./preview-request.ts";

/**
 * Generates a request, some boundaries, and an edit that changes, removes or adds one boundary. Lookups of groups and
 * items may have any outcome.
 */
const edited = fc
  .record({
    scenario: anyScenario,
    other: anyScenario,
    place: fc.nat(5),
    kind: fc.constantFrom("edit", "remove", "new"),
    isClose: fc.boolean(),
  })
  .map(({ scenario, other, place, kind, isClose }) => {
    const before = scenario.boundaries.map(definitionOf);
    const old = before[place % Math.max(1, before.length)];
    const [text] = other.boundaries.map(definitionOf);
    // The id of a new boundary sorts before, between or after the ids of the other boundaries.
    const id = kind === "new" || old === undefined ? (["a", "b2x", "c"][place % 3] ?? "c") : old.id;
    const [{ sources, destinations, services } = { sources: [], destinations: [], services: [] }] = scenario.rules;
    const close = isClose ? { sources, destinations, services } : {};
    const next = kind === "remove" || text === undefined ? null : { ...text, ...close, id, revision: 2 };
    const after = [...before.filter((one) => one.id !== id), ...(next === null ? [] : [next])];
    const resolution = resolutionOf({
      ...scenario,
      boundaries: [...scenario.boundaries, ...other.boundaries],
      lookups: new Map([...other.lookups, ...scenario.lookups]),
    });
    return { scenario, resolution, before, after, id, next };
  });

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 500) };
const seen = { flips: 0, untouched: 0 };

test("an edit flips exactly what judging everything twice from scratch flips, with the same messages", () => {
  fc.assert(
    fc.property(edited, ({ scenario, resolution, before, after, id, next }) => {
      const { rules, projectId } = scenario;
      const judged = (boundaries: readonly BoundaryDefinition[]) => judge(scenario, boundaries, resolution, scenario);
      const [from, to] = [judged(before), judged(after)];
      const set = buildBoundarySet(before, resolution);
      const enforced = next?.enforced ? compileBoundary(next, resolution) : null;
      const edit = prepareEdit(set, id, enforced);
      const compiled = rules.map((rule) => compileRule(rule, resolution));
      const bare = unpackRules(packRules(rules), (reference) => resolution.get(reference));
      const outer = unpackRules(packRules(rules), () => undefined);

      const both = edit.comparePairs(bare, projectId);
      if (!edit.touches(outer, projectId)) expect(both).toBeNull();
      expect(edit.touches(bare, projectId)).toBe(both !== null);
      if (both === null) {
        seen.untouched += 1;
        expect([to.state, to.score, to.stateReason]).toEqual([from.state, from.score, from.stateReason]);
        expect(edit.comparePairs(compiled, projectId)).toBeNull();
        return;
      }
      expect(previewStates(bare, both, scenario)).toEqual({ from: from.state, to: to.state });
      const full = edit.comparePairs(compiled, projectId);
      const explained = full && explainStates(compiled, full, scenario);
      expect(explained).toMatchObject({ from: from.state, to: to.state, reason: to.stateReason.full });
      if (from.state !== to.state) seen.flips += 1;
    }),
    runs,
  );
  expect(seen.flips).toBeGreaterThan(0);
  expect(seen.untouched).toBeGreaterThan(0);
});

test("of many boundaries exactly the one that is taken away is missing", () => {
  const address = (place: number) => `10.0.0.${place}/32`;
  const boundaries = Array.from({ length: 70 }, (_, place) =>
    boundaryOf(`b-${100 + place}`, "Pass", { sources: [address(place)] }),
  );
  const rules = boundaries.map((_, place) =>
    compileRule(ruleOf(`r-${place}`, { sources: [address(place)] }), new Map()),
  );
  const set = buildBoundarySet(boundaries, new Map());
  for (const [place, { id }] of boundaries.entries()) {
    const both = prepareEdit(set, id, null).comparePairs(rules, "shop");
    expect([...(both?.before.byBoundary.keys() ?? [])]).toHaveLength(70);
    const left = [...(both?.after.byBoundary.keys() ?? [])].map(({ definition }) => definition.id);
    expect(left).toEqual(boundaries.toSpliced(place, 1).map((one) => one.id));
  }
});
