import { describe, expect, test } from "@jest/globals";
import type { Rule } from "@network-access/firewall-rules/rule";
import fc from "fast-check";
import { judgeByPoints, type Scenario } from "../../../test/judging-oracle.ts";
import type { Packet } from "../../../test/oracle-points.ts";
import { anyPartlyHeld, anyPatchwork, anyScenario, definitionOf, resolutionOf } from "../../../test/scenarios.ts";
import { passablePackets } from "../../../test/trim-oracle.ts";
import { judge } from "../judge.ts";
import { type SuggestedRule, suggestRules } from "./suggest-rules.ts";

const enoughTime = () => 1e9;
const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) };
const anyCase = fc.oneof(
  { weight: 3, arbitrary: anyPartlyHeld },
  { weight: 1, arbitrary: anyScenario },
  { weight: 1, arbitrary: anyPatchwork },
);

/**
 * Returns the suggestions for a scenario. Skips the scenario if a suggestion has 300 or more services, because the
 * oracle checks each service with each address.
 */
function suggestionsFor(scenario: Scenario): SuggestedRule[] {
  const boundaries = scenario.boundaries.map(definitionOf);
  const suggested = suggestRules(scenario, boundaries, resolutionOf(scenario), scenario, enoughTime);
  fc.pre(suggested.every(({ rule }) => rule.services.length < 300));
  return suggested;
}

/**
 * Lets the oracle judge the rules of a scenario and the suggested rules in one run, so that all results refer to the
 * same packets.
 */
function seenTogether(scenario: Scenario, suggested: readonly SuggestedRule[]) {
  const parts = suggested.map(({ of, rule }, place) => ({ of, rule: { ...rule, id: `suggested ${place}` } }));
  const oracle = judgeByPoints({ ...scenario, rules: [...scenario.rules, ...parts.map(({ rule }) => rule)] });
  return { oracle, partsOf: (rule: Rule) => parts.filter(({ of }) => of === rule.id).map((one) => one.rule) };
}

describe("suggested rules", () => {
  test("pass when they are sent back, also by the slow judge", () => {
    let suggesting = 0;
    fc.assert(
      fc.property(anyCase, (scenario) => {
        const rules = suggestionsFor(scenario).map(({ rule }) => rule);
        if (rules.length === 0) return;
        suggesting += 1;
        expect(judgeByPoints({ ...scenario, rules }).state).toBe("Pass");
        const boundaries = scenario.boundaries.map(definitionOf);
        expect(judge({ ...scenario, rules }, boundaries, resolutionOf(scenario), scenario).state).toBe("Pass");
      }),
      runs,
    );
    expect(suggesting).toBeGreaterThan(0);
  });

  test("ask for nothing that their rule does not ask for, and miss nothing of it that could pass", () => {
    let complete = 0;
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const scenario = { ...drawn, scoreReviewAt: undefined, scoreFailAt: undefined };
        const suggested = suggestionsFor(scenario);
        const { oracle, partsOf } = seenTogether(scenario, suggested);
        const isCut = suggested.length === 20;
        for (const rule of scenario.rules) {
          const own = new Set(oracle.traffic(rule));
          const asked = new Set(partsOf(rule).flatMap((part) => oracle.traffic(part)));
          expect([...asked].filter((packet) => !own.has(packet))).toEqual([]);
          const passable = passablePackets(oracle, rule);
          if (passable === null) expect(partsOf(rule)).toEqual([]);
          if (passable === null || isCut || hasFailingRuns(scenario)) continue;
          expect(difference([...passable].filter(isWritable(scenario)), asked)).toEqual([]);
          expect(difference(asked, passable)).toEqual([]);
          complete += asked.size > 0 ? 1 : 0;
        }
      }),
      runs,
    );
    expect(complete).toBeGreaterThan(0);
  });

  test("hold in one piece what some Pass boundary holds of a rule, and what others do together; none lies within another", () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const boundaries = drawn.boundaries.filter(({ action }) => action === "Pass");
        const scenario = { ...drawn, boundaries };
        const suggested = suggestionsFor(scenario);
        fc.pre(suggested.length < 20);
        const { oracle, partsOf } = seenTogether(scenario, suggested);
        for (const rule of scenario.rules) {
          const parts = partsOf(rule).map((part) => new Set(oracle.traffic(part)));
          if (parts.length === 0) continue;
          const all = new Set(parts.flatMap((part) => [...part]));
          const granted = oracle
            .granting(rule)
            .map((boundary) => new Set(oracle.traffic(rule).filter(oracle.inside(rule, boundary))));
          for (const held of granted) expect(difference(held, all)).toEqual([]);
          expect(granted.some((held) => parts.some((part) => difference(held, part).length === 0))).toBe(true);
          for (const part of parts)
            expect(parts.filter((other) => other !== part && difference(part, other).length === 0)).toEqual([]);
        }
      }),
      runs,
    );
  });
});

/**
 * Reports whether a Fail boundary has a PortRangeSize. Such a boundary may overlap a rule with fewer ports even if it
 * does not overlap the rule with all its ports. `passablePackets` does not consider this. If it returns a packet, the
 * smallest rule with this packet may therefore still fail.
 */
function hasFailingRuns({ boundaries }: Scenario): boolean {
  return boundaries.some(
    ({ action, services }) => action === "Fail" && services.some(({ type }) => type === "PortRangeSize"),
  );
}

/**
 * Returns a function that reports whether suggestions must contain a packet. If a Fail boundary names ICMP types,
 * suggestions need not contain ICMP packets. The remaining ICMP types would need more objects than a suggestion may
 * have.
 */
function isWritable({ boundaries }: Scenario): (packet: Packet) => boolean {
  const leavesTypes = boundaries.some(
    ({ action, services }) => action === "Fail" && services.some(({ type }) => type === "ICMPv4" || type === "ICMPv6"),
  );
  return ({ service }) => !leavesTypes || (service.protocol !== 1 && service.protocol !== 58);
}

function difference(all: Iterable<Packet>, without: ReadonlySet<Packet>): string[] {
  return [...all]
    .filter((packet) => !without.has(packet))
    .map(
      ({ family, source, destination, service }) =>
        `${family} ${source} ${destination} ${service.protocol} ${service.selector}`,
    );
}
