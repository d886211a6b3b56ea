import { expect, test } from "@jest/globals";
import { referencesOf } from "@network-access/firewall-rules/reference";
import fc from "fast-check";
import type { Scenario } from "../../../test/judging-oracle.ts";
import { anyScenario, definitionOf, resolutionOf } from "../../../test/scenarios.ts";
import { boundaryOf, groupsOf, network, ruleOf, tcp } from "../../../test/written.ts";
import { compileBoundary } from "../compiling/compile-boundary.ts";
import { compileRule } from "../compiling/compile-rule.ts";
import { judge } from "../judge.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { Judgement } from "../model/judgement.ts";
import type { Resolution } from "../model/resolved.ts";
import { affectedRulesOf, type BoundaryChange } from "./affected-rules.ts";

interface World {
  readonly boundaries: readonly BoundaryDefinition[];
  readonly resolution: Resolution;
}

function diffInputs(before: World, after: World, projectId: string): BoundaryChange[] {
  const compiled = ({ boundaries, resolution }: World) =>
    new Map(
      boundaries
        .filter(({ enforced, projectIds }) => enforced && (projectIds?.includes(projectId) ?? true))
        .map((definition) => [definition.id, compileBoundary(definition, resolution)]),
    );
  const [old, now] = [compiled(before), compiled(after)];
  return [...new Set([...old.keys(), ...now.keys()])].map((id) => ({
    before: old.get(id) ?? null,
    after: now.get(id) ?? null,
  }));
}

const verdictOf = ({ state, stateReason, score }: Judgement) => ({ state, stateReason, score });

/**
 * Generates a scenario and a changed version of it with the same rules. In the changed version, groups and items to
 * which only boundaries refer have other addresses. Some boundaries are edited or removed.
 */
const twoWorlds = fc
  .record({ first: anyScenario, second: anyScenario, edits: fc.infiniteStream(fc.nat(5)) })
  .map(({ first, second, edits }) => {
    const named = new Set(referencesOf(first.rules.flatMap((rule) => [...rule.sources, ...rule.destinations])));
    const isNamed = (id: string) => [...named].some((reference) => reference.includes(id));
    const lookups: Scenario["lookups"] = new Map(
      [...new Set([...first.lookups.keys(), ...second.lookups.keys()])].flatMap((id) => {
        const answer = (isNamed(id) ? first : second).lookups.get(id);
        return answer === undefined ? [] : [[id, answer] as const];
      }),
    );
    const boundaries = first.boundaries.map(definitionOf).flatMap((definition, n) => {
      const edit = edits.next().value;
      if (edit === 0) return [];
      const other = second.boundaries[n];
      return edit === 1 && other ? [{ ...definitionOf(other), id: definition.id, revision: 2 }] : [definition];
    });
    const before = { boundaries: first.boundaries.map(definitionOf), resolution: resolutionOf(first) };
    const after = {
      boundaries,
      resolution: resolutionOf({ ...first, boundaries: [...first.boundaries, ...second.boundaries], lookups }),
    };
    return { rules: first.rules, projectId: first.projectId, before, after };
  });

let unaffected = 0;
test("an unaffected request has the same verdict before and after", () => {
  fc.assert(
    fc.property(twoWorlds, ({ rules, projectId, before, after }) => {
      const changes = diffInputs(before, after, projectId);
      const scores = (side: "before" | "after") =>
        changes.some((change) => change[side]?.definition.action === "Score");
      // The score is null without a Score boundary. With a Score boundary, it is a number, even if no rule touches that
      // boundary. The verdict therefore changes when the first Score boundary is added or the last one is removed, even
      // if no rule is affected. Such cases are skipped.
      if (scores("before") !== scores("after")) return;
      const affected = affectedRulesOf(changes);
      if (rules.some((rule) => affected.changesFor(compileRule(rule, before.resolution)).length > 0)) return;
      const judged = ({ boundaries, resolution }: World) =>
        verdictOf(judge({ rules, projectId }, boundaries, resolution, {}));
      expect(judged(after)).toEqual(judged(before));
      if (changes.some(({ before, after }) => before !== after)) unaffected += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(unaffected).toBeGreaterThan(30);
});

const web = (members: readonly string[]) => groupsOf({ web: members });
const rule = (source: string, port = 443) =>
  ruleOf("r", { sources: [source], destinations: ["192.0.2.0/24"], services: [tcp(port)] });
function isAffected(
  definition: BoundaryDefinition,
  [before, after]: readonly [Resolution, Resolution],
  one = rule("10.1.0.0/24"),
): boolean {
  const change = { before: compileBoundary(definition, before), after: compileBoundary(definition, after) };
  return affectedRulesOf([change]).changesFor(compileRule(one, before)).length > 0;
}
const naming = boundaryOf("b", "Pass", { sources: ["@web"], destinations: ["192.0.2.0/24"], services: [tcp(443)] });

test.each<[string, readonly string[], readonly string[], boolean]>([
  ["one it asks for is added", ["10.9.0.1/32"], ["10.9.0.1/32", "10.1.0.7/32"], true],
  ["one it asks for is removed", ["10.1.0.0/24"], ["10.1.0.0/25"], true],
  ["another is added", ["10.1.0.0/24"], ["10.1.0.0/24", "10.9.0.1/32"], false],
  ["the same addresses are spelled otherwise", ["10.1.0.0/24"], ["10.1.0.0/25", "10.1.0.128/25"], false],
])("a rule and a group on its side, of whose addresses %s", (_, before, after, expected) => {
  expect(isAffected(naming, [web(before), web(after)])).toBe(expected);
});

test("an added address affects only rules that meet the boundary on its other sides too", () => {
  const change = [web([]), web(["10.1.0.0/24"])] as const;
  expect(isAffected(naming, change)).toBe(true);
  expect(isAffected(naming, change, rule("10.1.0.0/24", 22))).toBe(false);
  const elsewhere = ruleOf("r", { sources: ["10.1.0.0/24"], destinations: ["198.51.100.0/24"], services: [tcp(443)] });
  expect(isAffected(naming, change, elsewhere)).toBe(false);
});

test("another address of a Fail boundary affects the rules that lie wholly within it, whose message lists it", () => {
  const failing = { ...naming, action: "Fail" as const };
  const change = [web(["10.1.0.0/16"]), web(["10.1.0.0/16", "172.16.0.0/24"])] as const;
  expect(isAffected(failing, change)).toBe(true);
  expect(isAffected(failing, change, rule("10.0.0.0/8", 443))).toBe(false);
  expect(isAffected(naming, change)).toBe(false);
});

test("with Equals, an address that no rule names affects every rule that touches the boundary", () => {
  const change = [web(["10.1.0.0/24"]), web(["10.1.0.0/24", "10.9.0.1/32"])] as const;
  const exactly = { ...naming, sources: [network("@web", "Equals")] };
  expect(isAffected(exactly, change)).toBe(true);
  expect(isAffected(exactly, change, rule("172.16.0.0/24"))).toBe(false);
  const asking = ruleOf("r", {
    sources: [network("10.1.0.0/24", "Equals")],
    destinations: ["192.0.2.0/24"],
    services: [tcp(443)],
  });
  expect(isAffected(naming, change, asking)).toBe(true);
});

test("an address that a rule names affects it, though no packet of the rule has it", () => {
  const definition = { ...naming, sources: [network("10.1.0.0/24"), network("@web")] };
  const change = [web(["172.16.0.0/24"]), web(["172.16.0.0/24", "2001:db8::/32"])] as const;
  const both = ruleOf("r", {
    sources: ["10.1.0.0/24", "2001:db8::/32"],
    destinations: ["192.0.2.0/24"],
    services: [tcp(443)],
  });
  expect(isAffected(definition, change, both)).toBe(true);
  expect(isAffected(definition, change)).toBe(false);
});

test("a negated group affects by what it excludes and no longer excludes", () => {
  const without = { ...naming, sources: [network("Any"), network("!@web")] };
  expect(isAffected(without, [web(["10.9.0.0/24"]), web(["10.9.0.0/24", "10.1.0.0/30"])])).toBe(true);
  expect(isAffected(without, [web(["10.9.0.0/24"]), web([])])).toBe(false);
});

test("a group that becomes known affects everything its boundary could touch before", () => {
  const unknown = groupsOf({ web: { outcome: "unknown" } });
  expect(isAffected(naming, [unknown, web(["172.16.0.0/24"])])).toBe(true);
  expect(isAffected(naming, [unknown, web(["172.16.0.0/24"])], rule("10.1.0.0/24", 22))).toBe(false);
});
