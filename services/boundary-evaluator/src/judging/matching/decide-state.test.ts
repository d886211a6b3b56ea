import { describe, expect, test } from "@jest/globals";
import { boundaryOf, groupsOf, network, ruleOf, tcp } from "../../../test/written.ts";
import { judge } from "../judge.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import type { Judgement } from "../model/judgement.ts";
import type { ScoreSettings } from "./decide-state.ts";

const resolution = groupsOf({
  empty: [],
  unknown: { outcome: "unknown" },
  failed: { outcome: "failed", reason: "no answer" },
});
const open = boundaryOf("open", "Pass", {});
const forbids = boundaryOf("forbids", "Fail", { destinations: ["10.9.0.0/16"] });
const scores = boundaryOf("scores", "Score", {}, { score: 50 });
const unknown = boundaryOf("unknown", "Pass", { sources: ["@unknown"] });

const plain = ruleOf("plain", { destinations: ["10.0.0.0/24"] });
const forbidden = ruleOf("forbidden", { destinations: ["10.9.0.0/24"] });
const partly = ruleOf("partly", { destinations: ["10.0.0.0/8"] });
const namesUnknown = ruleOf("names-unknown", { sources: ["@unknown"] });
const namesEmpty = ruleOf("names-empty", { sources: ["10.0.0.0/8", "@empty"] });
const noTraffic = ruleOf("no-traffic", { sources: ["10.0.0.0/8"], destinations: ["2001:db8::/32"] });
const denies = ruleOf("denies", { destinations: ["10.9.0.0/24"] }, "Deny");

function judged(
  rules: Parameters<typeof judge>[0]["rules"],
  boundaries: BoundaryDefinition[],
  settings: ScoreSettings = {},
): Judgement {
  return judge({ rules, projectId: "shop" }, boundaries, resolution, settings);
}

describe("the first of these that holds decides the state", () => {
  test.each([
    [
      "Fail",
      "a Fail boundary, whatever cannot be resolved",
      [forbidden, namesUnknown, noTraffic],
      [open, forbids, unknown],
      {},
    ],
    ["Fail", "the score, whatever cannot be resolved", [plain, namesUnknown], [open, scores], { scoreFailAt: 50 }],
    ["Error", "an unknown name in the request", [partly, namesUnknown], [open, forbids], {}],
    ["Error", "an unknown name in a Deny rule", [plain, ruleOf("d", { sources: ["@unknown"] }, "Deny")], [open], {}],
    ["Error", "an unknown name in a boundary that is near", [plain], [open, unknown], {}],
    ["Error", "a rule without traffic", [plain, noTraffic], [open], {}],
    ["Error", "a Deny rule without traffic", [{ ...noTraffic, action: "Deny" as const }], [open], {}],
    ["Review", "a partial match of a Fail boundary", [partly], [open, forbids], {}],
    ["Review", "an empty name in the request, next to addresses that are covered", [namesEmpty], [open], {}],
    ["Review", "an empty name in a Deny rule", [{ ...namesEmpty, action: "Deny" as const }], [open], {}],
    [
      "Review",
      "an empty name, even where it leaves the rule without traffic",
      [ruleOf("e", { sources: ["@empty"] })],
      [open],
      {},
    ],
    [
      "Review",
      "an empty name, even where the families do not meet either",
      [ruleOf("e", { sources: ["10.0.0.0/8", "@empty"], destinations: ["::/0"] })],
      [open],
      {},
    ],
    ["Review", "the score", [plain], [open, scores], { scoreReviewAt: 50, scoreFailAt: 51 }],
    ["Review", "an Allow rule that is not covered", [plain], [forbids], {}],
    ["Pass", "nothing", [plain], [open, forbids, scores], { scoreReviewAt: 51 }],
    ["Pass", "nothing, of Deny rules only", [denies], [forbids], {}],
  ] as const)("%s: %s", (state, _, rules, boundaries, settings) => {
    expect(judged(rules, [...boundaries], settings).state).toBe(state);
  });
});

describe("an unresolved name in a boundary does not matter", () => {
  const elsewhere = boundaryOf("elsewhere", "Fail", { sources: ["@failed"], destinations: ["192.0.2.0/24"] });
  test.each([
    ["where the sides that resolve are disjoint already", [open, elsewhere]],
    [
      "where the boundary applies to other rules",
      [open, { ...elsewhere, destinations: [], ruleActions: ["Deny" as const] }],
    ],
    ["where the boundary is not enforced", [open, { ...elsewhere, ...unknown, enforced: false }]],
    ["where the boundary is for other projects", [open, { ...unknown, projectIds: ["bank"] }]],
  ])("%s", (_, boundaries) => {
    const judgement = judged([plain], boundaries);
    expect({ state: judgement.state, retry: judgement.retry }).toEqual({ state: "Pass", retry: false });
  });
});

describe("an unresolved Pass boundary with PortRangeSize", () => {
  const shortRuns = { ...unknown, services: [{ type: "PortRangeSize" as const, maxSize: 1 }, tcp(22)] };
  const codes = (portEnd: number) =>
    judged([ruleOf("rule", { services: [tcp(22, portEnd)] })], [shortRuns]).findings.map(({ code }) => code);

  test("cannot cover a run it does not admit, whatever its group holds", () => {
    expect(codes(443)).toEqual(["NotCovered"]);
  });

  test("leaves open whether it covers a run that it admits", () => {
    expect(codes(22)).toEqual([]);
  });
});

describe("the score", () => {
  test("counts each boundary once however many rules match it", () => {
    expect(judged([plain, forbidden], [open, scores]).score).toBe(50);
  });

  test("is null without a Score boundary, and 0 when none of them matches", () => {
    expect(judged([plain], [open]).score).toBeNull();
    expect(judged([plain], [open, { ...scores, sources: [network("192.0.2.0/24")] }]).score).toBe(0);
  });

  test("sums negative scores too", () => {
    expect(
      judged([plain], [open, scores, { ...scores, id: "trusted", score: -80 }], { scoreReviewAt: 0 }),
    ).toMatchObject({ score: -30, state: "Pass" });
  });
});

describe("the results", () => {
  test("are one per enforced boundary that admits the project, by id, touched or not", () => {
    const boundaries = [
      boundaryOf("c", "Fail", { services: [tcp(22)], destinations: ["192.0.2.0/24"] }),
      boundaryOf("a", "Pass", {}, { projectIds: ["shop", "bank"] }),
      boundaryOf("d", "Pass", {}, { enforced: false }),
      boundaryOf("e", "Pass", {}, { projectIds: ["bank"] }),
      boundaryOf("b", "Fail", {}, { ruleActions: ["Deny"] }),
    ];
    expect(
      judged([plain], boundaries).results.map(({ boundaryId, state, rules }) => [boundaryId, state, rules.length]),
    ).toEqual([
      ["a", "Pass", 1],
      ["b", null, 0],
      ["c", null, 0],
    ]);
  });

  test("name matching rules and relations in the order of the request", () => {
    const rules = [ruleOf("z", {}), ruleOf("d", {}, "Deny"), ruleOf("a", { sources: ["10.0.0.0/8"] })];
    const [result] = judged(rules, [boundaryOf("b", "Pass", {}, { ruleActions: ["Allow", "Deny"] })]).results;
    expect(result?.matchingRuleIds).toEqual(["z", "d", "a"]);
    expect(result?.rules.map(({ ruleId, relation }) => [ruleId, relation])).toEqual([
      ["z", "Equal"],
      ["d", "Equal"],
      ["a", "Inside"],
    ]);
  });
});
