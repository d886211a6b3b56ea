import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { anyScenario, resolutionOf } from "../../../test/scenarios.ts";
import { namedReferences } from "../model/named-reference.ts";
import { type BareRule, compileRule } from "./compile-rule.ts";
import { packRules, unpackRules } from "./pack-rules.ts";

function decidingPart({ rule, sources, destinations, services, traffic, isResolved, isEmpty, admittedRuns }: BareRule) {
  const side = ({ addresses, asksEquals, empty }: BareRule["sources"]) => ({
    addresses,
    asksEquals,
    empty: empty.length,
  });
  return {
    action: rule.action,
    sources: side(sources),
    destinations: side(destinations),
    services,
    traffic,
    isResolved,
    isEmpty,
    runs: [1, 58, 65_536].map(admittedRuns),
  };
}

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

test("packed rules come back as their text would be compiled, whatever the lookups give", () => {
  fc.assert(
    fc.property(anyScenario, anyScenario, (scenario, other) => {
      const packed = packRules(scenario.rules);
      for (const { lookups } of [scenario, other]) {
        const resolution = resolutionOf({ ...scenario, lookups });
        const unpacked = unpackRules(packed, (reference) => resolution.get(reference));
        expect(unpacked.map(decidingPart)).toEqual(
          scenario.rules.map((rule) => decidingPart(compileRule(rule, resolution))),
        );
      }
    }),
    runs,
  );
});

test("references are in the order in which they are first named", () => {
  fc.assert(
    fc.property(anyScenario, ({ rules }) => {
      expect(packRules(rules).references).toEqual(namedReferences(rules).map(({ reference }) => reference));
    }),
    runs,
  );
});

test("without lookups a side that names something may be anything, and nothing else changes", () => {
  fc.assert(
    fc.property(anyScenario, ({ rules }) => {
      const unpacked = unpackRules(packRules(rules), () => undefined);
      expect(unpacked.map(decidingPart)).toEqual(rules.map((rule) => decidingPart(compileRule(rule, new Map()))));
    }),
    runs,
  );
});
