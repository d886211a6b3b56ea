import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Scenario } from "../../../test/judging-oracle.ts";
import { anyScenario, definitionOf, resolutionOf } from "../../../test/scenarios.ts";
import { judge } from "../judge.ts";
import type { Message } from "../model/judgement.ts";

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 400) };
const cidrsIn = (text: string) => text.match(/[0-9a-f]*[.:][0-9a-f.:]*\/\d+/g) ?? [];

function messagesOf(scenario: Scenario): Message[] {
  const boundaries = scenario.boundaries.map(definitionOf);
  const { stateReason, results, findings } = judge(scenario, boundaries, resolutionOf(scenario), scenario);
  return [stateReason, ...results.flatMap(({ message }) => message ?? []), ...findings.map(({ message }) => message)];
}

test("no sentence is longer than 40 words", () => {
  let longest = 0;
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      for (const { full, withoutAddresses } of messagesOf(scenario)) {
        for (const sentence of [full, withoutAddresses].flatMap((text) => text.split(/(?<=\.) (?=[A-Z])/))) {
          const words = sentence.split(" ").length;
          longest = Math.max(longest, words);
          expect(words <= 40 ? "" : sentence).toBe("");
        }
      }
    }),
    runs,
  );
  expect(longest).toBeGreaterThan(30);
});

test("the text without addresses names no set of them that the request does not name", () => {
  let withheld = 0;
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      const own = new Set(
        scenario.rules
          .flatMap(({ sources, destinations }) => [...sources, ...destinations])
          .flatMap((object) => (object.type === "Cidr" ? [object.cidr] : [])),
      );
      for (const { full, withoutAddresses } of messagesOf(scenario)) {
        if (full !== withoutAddresses) withheld += 1;
        expect(withoutAddresses).not.toMatch(/any address|every IPv|everything|except/);
        for (const cidr of cidrsIn(withoutAddresses)) expect(own).toContain(cidr);
      }
    }),
    runs,
  );
  expect(withheld).toBeGreaterThan(100);
});
