import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { aBoundaryInput, aRule, cidr } from "../../test/boundaries.ts";
import { startTestEndpoint, type TestEndpoint } from "../../test/evaluator-endpoint.ts";

let graph: TestEndpoint;
beforeAll(async () => {
  graph = await startTestEndpoint();
});
afterAll(() => graph.stop());
beforeEach(() => graph.renew());

const text = `query ($input: BoundaryInput!, $remove: Boolean, $nextPageKey: String, $limit: Int) {
  previewBoundary(input: $input, remove: $remove, nextPageKey: $nextPageKey, limit: $limit) {
    flips { changeRequestId revision from to ruleId reason } flippedCount unchangedCount pageInfo { nextPageKey } } }`;
const no = aBoundaryInput({ id: "no", name: "No", action: "Fail", sources: [{ type: "Cidr", cidr: "10.1.0.0/16" }] });

test("a preview returns its flips, their reasons and the key of the next page", async () => {
  const { previews } = graph.fixture;
  await previews.saveBoundary();
  for (const id of ["cr-1", "cr-2"]) await previews.store(id, [aRule({ sources: [cidr("10.1.0.0/24")] })]);
  await previews.store("cr-3", [aRule({ sources: [cidr("10.2.0.0/24")] })]);
  const { data, errors } = await graph.post(text, { input: no, limit: 1 });
  expect(errors).toBeUndefined();
  expect(data.previewBoundary).toEqual({
    flips: [
      {
        changeRequestId: "cr-1",
        revision: 1,
        from: "Pass",
        to: "Fail",
        ruleId: "rule-1",
        reason:
          'Boundary "No" forbids all of rule "rule-1", as it forbids tcp from 10.1.0.0/16: remove the rule or change its sources or services.',
      },
    ],
    flippedCount: 2,
    unchangedCount: 1,
    pageInfo: { nextPageKey: expect.any(String) },
  });
  const { nextPageKey } = data.previewBoundary.pageInfo;
  const rest = await graph.post(text, { input: no, nextPageKey, remove: null, limit: null });
  expect(rest.data.previewBoundary).toMatchObject({
    flips: [{ changeRequestId: "cr-2" }],
    pageInfo: { nextPageKey: null },
  });
});

test("an input that saving would refuse is refused with the same errors", async () => {
  const input = { ...no, name: "", score: 3 };
  const preview = await graph.post(text, { input });
  const saved = await graph.save(input);
  expect(preview.errors[0]).toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
  expect(preview.errors[0].extensions.fields).toEqual(saved.errors[0].extensions.fields);
});

test("removing an unknown boundary is NOT_FOUND", async () => {
  const { errors } = await graph.post(text, { input: no, remove: true });
  expect(errors[0]).toMatchObject({ message: 'there is no boundary "no"', extensions: { code: "NOT_FOUND" } });
});

test("more previews than may wait are RATE_LIMITED", async () => {
  const release = await graph.fixture.previews.needs.mutex.take(AbortSignal.timeout(30_000));
  const [first, second] = [graph.post(text, { input: no }), graph.post(text, { input: no })];
  const refused = await Promise.race([first, second]);
  expect(refused.errors[0]).toMatchObject({
    message: expect.stringContaining("try again"),
    extensions: { code: "RATE_LIMITED" },
  });
  release?.();
  const answered = await Promise.all([first, second]);
  expect(answered.map(({ data }) => data?.previewBoundary?.flippedCount)).toEqual(expect.arrayContaining([0]));
});
