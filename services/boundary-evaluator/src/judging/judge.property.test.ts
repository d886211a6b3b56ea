import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeByPoints, type OracleRelation, type OracleVerdict, type Scenario } from "../../test/judging-oracle.ts";
import { addressValue, inCidr, inServiceText, type Packet as Point } from "../../test/oracle-points.ts";
import { anyPatchwork, anyScenario, definitionOf, resolutionOf } from "../../test/scenarios.ts";
import { compileRule } from "./compiling/compile-rule.ts";
import { buildBoundarySet } from "./indexing/boundary-set.ts";
import { judge } from "./judge.ts";
import { evaluate } from "./matching/evaluate.ts";
import { coverRule } from "./matching/joint-cover.ts";
import type { Judgement, Packet, RuleRelation, TrafficBlock } from "./model/judgement.ts";

function judgeScenario(scenario: Scenario): Judgement {
  const boundaries = scenario.boundaries.map(definitionOf);
  return judge(scenario, boundaries, resolutionOf(scenario), scenario);
}

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) };

describe("the judge agrees with the slow judge", () => {
  test("on state and score, on every boundary's result, and on every finding", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const expected = judgeByPoints(scenario);
        const judgement = judgeScenario(scenario);
        expect(verdictOf(judgement)).toEqual({
          state: expected.state,
          score: expected.score,
          results: expected.results.map(({ relations, ...result }) => ({
            ...result,
            relations: [...relations].map(([ruleId, { relation, failingSides }]) => ({
              ruleId,
              relation,
              failingSides,
            })),
          })),
        });
        const findings = judgement.findings.map(
          ({ ruleId, side, code }) => `${ruleId}|${code === "NoTraffic" ? "*" : (side ?? "")}|${code}`,
        );
        expect(findings.sort()).toEqual(expected.findings);
      }),
      runs,
    );
  });

  test("on the witness and on every packet of the residual", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const expected = judgeByPoints(scenario);
        judgeScenario(scenario).results.forEach((result, index) => {
          for (const relation of result.rules) {
            const wanted = expected.results[index]?.relations.get(relation.ruleId);
            expect(wanted).toBeDefined();
            if (wanted !== undefined) expectEvidence(relation, wanted, expected);
          }
        });
      }),
      runs,
    );
  });

  test("on a joint cover: the boundaries it names hold the rule together, and none of them can be left out", () => {
    let joint = 0;
    fc.assert(
      fc.property(anyPatchwork, (scenario) => {
        const { cover, findings } = judgeByPoints(scenario);
        const judgement = judgeScenario(scenario);
        expect(judgement.findings.map(({ code }) => `r1||${code}`)).toEqual(findings);
        const covers = coveringBoundaries(scenario);
        if (covers.length === 0) return;
        joint += 1;
        expect(cover("r1", covers)).toBe(true);
        for (const left of covers)
          expect(
            cover(
              "r1",
              covers.filter((id) => id !== left),
            ),
          ).toBe(false);
      }),
      runs,
    );
    expect(joint).toBeGreaterThan(0);
  });
});

describe("whatever is judged", () => {
  test("a text for callers who may not see boundaries holds no address that the request does not hold", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const held = new Set(
          scenario.rules.flatMap((rule) =>
            [...rule.sources, ...rule.destinations].map((one) => (one.type === "Cidr" ? one.cidr : "")),
          ),
        );
        const { stateReason, findings, results } = judgeScenario(scenario);
        const texts = [
          stateReason,
          ...findings.map(({ message }) => message),
          ...results.flatMap(({ message }) => message ?? []),
        ];
        for (const { withoutAddresses } of texts) {
          const named = withoutAddresses.match(/\d+\.\d+\.\d+\.\d+(\/\d+)?|[0-9a-f:]*::[0-9a-f:]*(\/\d+)?/g) ?? [];
          expect(named.filter((text) => !held.has(text))).toEqual([]);
        }
      }),
      runs,
    );
  });

  test("every text is one line that ends, and has no gap where a name or an address should stand", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const { stateReason, findings, results } = judgeScenario(scenario);
        const texts = [
          stateReason,
          ...findings.map(({ message }) => message),
          ...results.flatMap(({ message }) => message ?? []),
        ];
        for (const { full, withoutAddresses } of texts) {
          for (const text of [full, withoutAddresses]) {
            expect(text).toMatch(/^[A-Z][^\n]*\.$/);
            expect(text).not.toMatch(/ {2}|undefined|null|\(\)| ,| ;|, and in |because (?:: |\.)|except (?:: |in the)/);
          }
        }
      }),
      runs,
    );
  });
});

/**
 * Returns the ids of all boundaries that cover a rule of the scenario only together with other boundaries. A rule adds
 * no ids if one boundary covers it alone, or if it is not covered.
 */
function coveringBoundaries(scenario: Scenario): string[] {
  const rules = scenario.rules.map((rule) => compileRule(rule, new Map()));
  const set = buildBoundarySet(scenario.boundaries.map(definitionOf), new Map());
  return rules.flatMap((rule) => {
    const cover = coverRule(rule, evaluate(rules, set, scenario.projectId).byRule.get(rule) ?? []);
    return cover.kind === "joint" ? cover.boundaries.map(({ definition }) => definition.id) : [];
  });
}

function verdictOf({ state, score, results }: Judgement) {
  return {
    state,
    score,
    results: results.map((result) => ({
      id: result.boundaryId,
      isMatch: result.isMatch,
      score: result.score,
      state: result.state,
      matchingRuleIds: result.matchingRuleIds,
      relations: result.rules.map(({ ruleId, relation, failingSides }) => ({ ruleId, relation, failingSides })),
    })),
  };
}

function expectEvidence({ witness, residual }: RuleRelation, wanted: OracleRelation, oracle: OracleVerdict): void {
  expect(witness === null ? undefined : pointText(witness)).toEqual(wanted.witness && packetText(wanted.witness));
  if (residual === null) {
    expect(wanted.witness).toBeUndefined();
    return;
  }
  expect(residual.truncated).toBe(false);
  const wrong = oracle.packets.filter((packet) => {
    const { family, source, destination, service } = packet;
    const last = {
      family,
      source: oracle.lastOf(family, source),
      destination: oracle.lastOf(family, destination),
      service,
    };
    const expected = wanted.inResidual(packet) ? 1 : 0;
    return [packet, last].some((one) => residual.blocks.filter((block) => inBlock(one, block)).length !== expected);
  });
  expect(wrong.map(packetText)).toEqual([]);
}

function inBlock({ family, source, destination, service }: Point, block: TrafficBlock): boolean {
  return (
    block.services.some((text) => inServiceText(text, service)) &&
    block.sources.some((cidr) => inCidr(cidr, { family, value: source })) &&
    block.destinations.some((cidr) => inCidr(cidr, { family, value: destination }))
  );
}

function packetText({ family, source, destination, service }: Point): string {
  return `${family} ${source} ${destination} ${service.protocol} ${service.selector}`;
}

function pointText({ source, destination, protocol, port, icmpType, icmpCode }: Packet): string {
  const selector = port ?? (icmpType ?? 0) * 256 + (icmpCode ?? 0);
  return `${source.includes(":") ? 6 : 4} ${addressValue(source)} ${addressValue(destination)} ${protocol} ${selector}`;
}
