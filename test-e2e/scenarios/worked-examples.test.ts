import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, type Finding, type Verdict } from "../clients/change-requests.ts";
import { inventory } from "../clients/inventory.ts";
import { startTestStack, type TestStack } from "../stack.ts";

/** An example in `worked-examples.json`, which the evaluator's tests use too. */
interface WorkedExample {
  readonly id: string;
  readonly title: string;
  readonly request: { readonly id: string };
  readonly boundaries: readonly object[];
  readonly groups: readonly { readonly id: string; readonly addresses: readonly string[] }[];
  readonly items: readonly { readonly itemKey: object; readonly ips: readonly string[] }[];
  readonly expected: {
    readonly state: string;
    readonly score: number | null;
    readonly results: readonly object[];
    readonly findings: readonly Omit<Finding, "message">[];
  };
}

const table = new URL("../../services/boundary-evaluator/test/worked-examples.json", import.meta.url);
const examples: readonly WorkedExample[] = JSON.parse(readFileSync(table, "utf8")).examples;

let stack: TestStack;
let client: ReturnType<typeof changeRequests>;

beforeAll(async () => {
  stack = await startTestStack({ only: "requests" });
  const graph = stack.graph();
  client = changeRequests(graph, "All");
  const store = inventory(stack, graph);
  const connector = await store.connector("worked-examples");
  const groups = examples.flatMap((example) => example.groups);
  const members = groups
    .filter(({ addresses }) => addresses.length > 0)
    .map(({ id, addresses }) => ({
      ...{ accountId: "worked-examples", region: "none", type: "network", id },
      ips: addresses,
      tags: { "worked-example": id },
    }));
  const items = examples.flatMap((example) => example.items).map(({ itemKey, ips }) => ({ ...itemKey, ips }));
  const { rejected } = await connector.upload("all", [...members, ...items]);
  expect(rejected).toEqual([]);
  for (const { id } of groups)
    await store.saveGroup({ id, name: id, filter: { tags: [{ key: "worked-example", value: id }] } });
  for (const { id, addresses } of groups)
    await eventually(
      () =>
        graph.get<{ group: { memberCount: number } }>(`query ($id: String!) { group(id: $id) { memberCount } }`, {
          id,
        }),
      ({ group }) => group.memberCount === Math.min(1, addresses.length),
    );
  for (const boundary of examples.flatMap((example) => example.boundaries)) await client.saveBoundary(boundary);
});
afterAll(() => stack?.stop());

describe.each(examples)("worked example $id, $title,", ({ request, expected }) => {
  test("has the verdict of the table as a draft, and the same once it is saved", async () => {
    const draft = await client.draft(request);
    expectVerdict(draft, expected);
    await client.save(request);
    const saved = await client.judged(request.id);
    expectVerdict(saved, expected);
    expect(saved).toMatchObject({
      state: draft.state,
      stateReason: draft.stateReason,
      results: draft.results,
      findings: draft.findings,
    });
  });
});

function expectVerdict(verdict: Verdict, { state, score, results, findings }: WorkedExample["expected"]): void {
  expect(verdict).toMatchObject({ state, score });
  expect(verdict.findings?.map(({ ruleId, side, code }) => ({ ruleId, side, code }))).toEqual(findings);
  expect(verdict.results).toMatchObject(results);
  expect(verdict.results).toHaveLength(results.length);
}
