import { describe, expect, test } from "@jest/globals";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { addressSetOfTexts, toCidrs } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import type { Lookup, Scenario } from "../../test/judging-oracle.ts";
import { anyScenario, definitionOf, resolutionOf } from "../../test/scenarios.ts";
import { buildBoundarySet } from "./indexing/boundary-set.ts";
import { judge } from "./judge.ts";
import type { Judgement } from "./model/judgement.ts";

function judgeScenario(scenario: Scenario): Judgement {
  return judge(scenario, scenario.boundaries.map(definitionOf), resolutionOf(scenario), scenario);
}

/**
 * Returns a judgement without its messages. Messages may repeat objects in the form in which a rule contains them, so
 * the messages of equivalent rules may differ.
 */
function verdictOf({ state, score, results, findings, retry }: Judgement) {
  return {
    state,
    score,
    retry,
    results: results.map(({ message, ...result }) => result),
    findings: new Set(findings.map(({ ruleId, side, code }) => `${ruleId}|${side}|${code}`)),
  };
}

type Respell = (object: NetworkObject) => NetworkObject[];

/** Replaces a network by its two halves, unless the network is a single address. */
const inHalves: Respell = (object) => {
  if (object.type !== "Cidr") return [object];
  const [address = "", prefix = ""] = object.cidr.split("/");
  const halfPrefix = Number(prefix) + 1;
  if (halfPrefix > (address.includes(":") ? 128 : 32)) return [object];
  const lower = `${address}/${halfPrefix}`;
  const upper = otherHalf(object.cidr, lower);
  expect(toCidrs(addressSetOfTexts([lower, upper]))).toEqual([object.cidr]);
  return [
    { ...object, cidr: upper },
    { ...object, cidr: lower },
  ];
};
const twice: Respell = (object) => [object, object];

function otherHalf(whole: string, lower: string): string {
  const [, prefix = ""] = lower.split("/");
  const family = whole.includes(":") ? 128n : 32n;
  const bit = 1n << (family - BigInt(prefix));
  const [address = ""] = whole.split("/");
  return family === 32n ? `${ipv4Text(ipv4Value(address) + bit)}/${prefix}` : `${ipv6Text(address, bit)}/${prefix}`;
}

function ipv4Value(address: string): bigint {
  return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function ipv4Text(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
}

/** Adds `bit` to the address, and writes the sum as eight groups without "::". */
function ipv6Text(address: string, bit: bigint): string {
  const [head = "", tail = ""] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const words = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
  const value = words.reduce((sum, word) => sum * 65_536n + BigInt(`0x${word}`), 0n) + bit;
  return Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 65_535n).toString(16)).join(
    ":",
  );
}

function respelled(scenario: Scenario, respell: Respell): Scenario {
  const side = (objects: readonly NetworkObject[]) => objects.flatMap(respell).reverse();
  const sides = <T extends { sources: readonly NetworkObject[]; destinations: readonly NetworkObject[] }>(
    one: T,
  ): T => ({
    ...one,
    sources: side(one.sources),
    destinations: side(one.destinations),
  });
  return {
    ...scenario,
    rules: scenario.rules.map((rule) => ({ ...sides(rule), services: rule.services.toReversed() })),
    boundaries: scenario.boundaries.map(sides).reverse(),
  };
}

function withMember(scenario: Scenario, group: string, cidr: string): Scenario {
  const lookup = scenario.lookups.get(group);
  const grown: Lookup | undefined = typeof lookup === "object" ? { cidrs: [...lookup.cidrs, cidr] } : lookup;
  return {
    ...scenario,
    lookups: grown === undefined ? scenario.lookups : new Map([...scenario.lookups, [group, grown]]),
  };
}

/** Returns the pairs of a boundary and a rule that lies inside the boundary. */
function insideOf(judgement: Judgement): Set<string> {
  return new Set(
    judgement.results.flatMap(({ boundaryId, rules }) =>
      rules
        .filter(({ relation }) => relation === "Inside" || relation === "Equal")
        .map(({ ruleId }) => `${boundaryId}|${ruleId}`),
    ),
  );
}

const newMember = fc.constantFrom("10.1.0.0/16", "192.0.2.0/24", "0.0.0.0/0", "2001:db8::/32", "::/0");
const names = (objects: readonly NetworkObject[], negated: boolean): boolean =>
  objects.some((one) => one.type === "ConnectGroup" && one.groupId === "g1" && (one.negate ?? false) === negated);

describe("the verdict", () => {
  test("is the same however sets are spelled: split, repeated, reordered", () => {
    fc.assert(
      fc.property(anyScenario, fc.constantFrom(inHalves, twice), (scenario, respell) => {
        expect(verdictOf(judgeScenario(respelled(scenario, respell)))).toEqual(verdictOf(judgeScenario(scenario)));
      }),
      { numRuns: 200 },
    );
  });

  test("of a boundary does not depend on the other boundaries", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const together = verdictOf(judgeScenario(scenario)).results;
        const alone = scenario.boundaries.flatMap(
          (boundary) => verdictOf(judgeScenario({ ...scenario, boundaries: [boundary] })).results,
        );
        expect(together).toEqual(alone);
      }),
      { numRuns: 200 },
    );
  });

  test("is the same from boundaries compiled for the request before", () => {
    fc.assert(
      fc.property(anyScenario, anyScenario, (first, scenario) => {
        const boundaries = scenario.boundaries.map(definitionOf);
        const resolution = resolutionOf(scenario);
        const others = first.boundaries.map((boundary) => ({ ...definitionOf(boundary), revision: 7 }));
        const earlier = buildBoundarySet([...others, ...boundaries.slice(1)], resolution);
        const set = buildBoundarySet(boundaries, resolution, earlier);
        expect(judge(scenario, set, resolution, scenario)).toEqual(judgeScenario(scenario));
      }),
      { numRuns: 100 },
    );
  });
});

describe("an added member", () => {
  test("in a boundary's Contains group never turns inside into outside", () => {
    fc.assert(
      fc.property(anyScenario, newMember, (scenario, cidr) => {
        const boundaries = scenario.boundaries.filter(
          ({ sources, destinations }) => !names(sources, true) && !names(destinations, true),
        );
        const rules = scenario.rules.filter(
          ({ sources, destinations }) =>
            ![sources, destinations].some((side) => names(side, true) || names(side, false)),
        );
        fc.pre(rules.length > 0 && boundaries.length > 0);
        const before = { ...scenario, rules, boundaries };
        const after = insideOf(judgeScenario(withMember(before, "g1", cidr)));
        for (const pair of insideOf(judgeScenario(before))) expect(after.has(pair)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("in a request's group never turns outside into inside, unless the rule had no traffic before", () => {
    fc.assert(
      fc.property(anyScenario, newMember, (scenario, cidr) => {
        const rules = scenario.rules.filter(
          ({ sources, destinations }) => !names(sources, true) && !names(destinations, true),
        );
        const boundaries = scenario.boundaries.filter(
          ({ sources, destinations, services }) =>
            ![sources, destinations].some((side) => names(side, true) || names(side, false)) && services.length > 0,
        );
        fc.pre(rules.length > 0 && boundaries.length > 0);
        const before = { ...scenario, rules, boundaries };
        const wasTouched = new Set(
          judgeScenario(before).results.flatMap(({ boundaryId, rules: related }) =>
            related.map(({ ruleId }) => `${boundaryId}|${ruleId}`),
          ),
        );
        const wasInside = insideOf(judgeScenario(before));
        for (const pair of insideOf(judgeScenario(withMember(before, "g1", cidr)))) {
          if (wasTouched.has(pair)) expect(wasInside.has(pair)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
