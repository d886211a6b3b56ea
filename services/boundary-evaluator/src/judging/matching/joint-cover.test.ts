import { expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import { boundaryOf, ruleOf, tcp } from "../../../test/written.ts";
import { compileBoundary } from "../compiling/compile-boundary.ts";
import { compileRule } from "../compiling/compile-rule.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import { coverRule } from "./joint-cover.ts";
import { judgePair } from "./judge-pair.ts";

function coveringIds(rule: Rule, boundaries: readonly BoundaryDefinition[]): readonly string[] {
  const compiled = compileRule(rule, new Map());
  const cover = coverRule(
    compiled,
    boundaries.flatMap((boundary) => judgePair(compiled, compileBoundary(boundary, new Map())) ?? []),
  );
  if (cover.kind === "single") return [cover.boundary.definition.id];
  return cover.kind === "joint" ? cover.boundaries.map(({ definition }) => definition.id) : [];
}

test("of boundaries of one size that can each be left out, the last is", () => {
  const pairs: readonly (readonly [string, number, number])[] = [
    ["a", 1, 2],
    ["b", 2, 3],
    ["c", 1, 3],
  ];
  const boundaries = pairs.map(([id, one, other]) => boundaryOf(id, "Pass", { services: [tcp(one), tcp(other)] }));
  expect(coveringIds(ruleOf("rule-1", { services: [tcp(1, 3)] }), boundaries)).toEqual(["a", "b"]);
});

test("of boundaries that each hold a rule, the first is named unless a later one matches it", () => {
  const rule = ruleOf("rule-1", { sources: ["10.0.0.0/8"] });
  const [a, b, matching] = [
    boundaryOf("a", "Pass", { destinations: ["0.0.0.0/0"] }),
    boundaryOf("b", "Pass", { destinations: ["0.0.0.0/0"] }),
    boundaryOf("c", "Pass", {}),
  ];
  expect(coveringIds(rule, [a, b])).toEqual(["a"]);
  expect(coveringIds(rule, [a, b, matching])).toEqual(["c"]);
});
