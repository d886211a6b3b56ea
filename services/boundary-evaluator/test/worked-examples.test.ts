import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { BoundaryAction } from "@network-access/firewall-rules/boundary-text";
import { fieldErrors } from "@network-access/firewall-rules/field-error";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { NetworkObjectInput, ServiceObjectInput } from "@network-access/firewall-rules/object-input";
import {
  type ChangeRequestInput,
  parseChangeRequest,
  parseServices,
  parseSide,
} from "@network-access/firewall-rules/parse-change-request";
import { referenceOf } from "@network-access/firewall-rules/reference";
import type { Rule } from "@network-access/firewall-rules/rule";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import { judge } from "../src/judging/judge.ts";
import type { BoundaryDefinition } from "../src/judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../src/judging/model/resolved.ts";
import { judgeByPoints } from "./judging-oracle.ts";

interface BoundaryInput {
  readonly id: string;
  readonly name: string;
  readonly action: BoundaryAction;
  readonly score?: number;
  readonly ruleActions?: Rule["action"][];
  readonly sources: NetworkObjectInput[];
  readonly destinations: NetworkObjectInput[];
  readonly services: ServiceObjectInput[];
  readonly partialMatch?: "Review" | "Fail";
  readonly projectIds: string[];
}
interface WorkedExample {
  readonly row: number | null;
  readonly id: string;
  readonly title: string;
  readonly request: ChangeRequestInput;
  readonly boundaries: BoundaryInput[];
  readonly groups: { id: string; addresses: string[] }[];
  readonly items: { itemKey: ItemKey; ips: string[] }[];
  readonly expected: {
    state: string;
    score: number | null;
    results: { boundaryId: string; state: string | null; rules: { ruleId: string; relation: string }[] }[];
    findings: { ruleId: string; side: string | null; code: string }[];
  };
  /** The state reason for callers who may see boundaries. */
  readonly stateReason: string;
}

const { examples }: { examples: WorkedExample[] } = JSON.parse(
  readFileSync(new URL("worked-examples.json", import.meta.url), "utf8"),
);

describe("the worked examples", () => {
  test("are all there", () => {
    const rows = new Set(examples.flatMap(({ row }) => row ?? []));
    expect([...rows]).toEqual(Array.from({ length: 27 }, (_, index) => index + 1));
  });

  test.each(examples)("$id: $title", (example) => {
    const rules = rulesOf(example);
    const judgement = judge(
      { rules, projectId: example.request.projectId },
      examples.flatMap(({ boundaries }) => boundaries.map(definitionOf)),
      resolutionOf(example),
      {},
    );
    expect({
      state: judgement.state,
      score: judgement.score,
      results: judgement.results.map(({ boundaryId, isMatch, state, score, matchingRuleIds, rules }) => ({
        boundaryId,
        isMatch,
        state,
        score,
        matchingRuleIds,
        rules,
      })),
      findings: judgement.findings.map(({ ruleId, side, code }) => ({ ruleId, side, code })),
    }).toEqual(example.expected);
    expect(judgement.stateReason.full).toBe(example.stateReason);
  });

  test.each(examples)("$id has the same result by the slow judge", (example) => {
    const lookups = new Map([
      ...example.groups.map(({ id, addresses }) => [id, { cidrs: addresses }] as const),
      ...example.items.map(({ itemKey, ips }) => [itemKey.id, { cidrs: ips }] as const),
    ]);
    const { projectId } = example.request;
    const boundaries = example.boundaries.map(definitionOf);
    const verdict = judgeByPoints({ projectId, rules: rulesOf(example), boundaries, lookups });
    expect(verdict.state).toBe(example.expected.state);
    expect(verdict.results.map(({ state }) => state)).toEqual(example.expected.results.map(({ state }) => state));
    expect(verdict.results.map(({ relations }) => [...relations].map(([id, { relation }]) => [id, relation]))).toEqual(
      example.expected.results.map(({ rules }) => rules.map(({ ruleId, relation }) => [ruleId, relation])),
    );
  });
});

function rulesOf({ request }: WorkedExample): readonly Rule[] {
  const parsed = parseChangeRequest(request);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.fields));
  return parsed.text.rules;
}

function definitionOf(input: BoundaryInput): BoundaryDefinition {
  const errors = fieldErrors();
  const definition: BoundaryDefinition = {
    ...input,
    revision: 1,
    enforced: true,
    score: input.score ?? null,
    ruleActions: input.ruleActions ?? ["Allow"],
    sources: parseSide(errors, "sources", input.sources),
    destinations: parseSide(errors, "destinations", input.destinations),
    services: parseServices(errors, "services", input.services, "boundary"),
    partialMatch: input.partialMatch ?? "Review",
    platforms: [],
    message: null,
  };
  expect(errors.all()).toEqual([]);
  return definition;
}

/**
 * Returns the results of an example's lookups. For a group or item that the example refers to but does not define, the
 * result is "unknown".
 */
function resolutionOf(example: WorkedExample): Resolution {
  const known = new Map<string | null, string[]>([
    ...example.groups.map(({ id, addresses }): [string, string[]] => [`group:${id}`, addresses]),
    ...example.items.map(({ itemKey, ips }): [string | null, string[]] => [
      referenceOf({ type: "InventoryItem", negate: null, comparison: null, itemKey }),
      ips,
    ]),
  ]);
  const sides = [...rulesOf(example), ...example.boundaries.map(definitionOf)];
  const resolution = new Map<string, Resolved>();
  for (const object of sides.flatMap(({ sources, destinations }) => [...sources, ...destinations])) {
    const reference = referenceOf(object);
    if (reference !== null) resolution.set(reference, resolvedBy(known.get(reference)));
  }
  return resolution;
}

function resolvedBy(cidrs: string[] | undefined): Resolved {
  if (cidrs === undefined) return { outcome: "unknown" };
  if (cidrs.length === 0) return { outcome: "empty", revision: 1, hash: "empty" };
  const addresses = addressSetOfTexts(cidrs);
  return { outcome: "resolved", addresses, revision: 1, hash: cidrs.join(), addressCount: cidrs.length };
}
