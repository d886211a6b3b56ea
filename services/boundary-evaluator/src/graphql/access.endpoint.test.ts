import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { aBoundaryInput, aRule } from "../../test/boundaries.ts";
import { startTestEndpoint, type TestEndpoint } from "../../test/evaluator-endpoint.ts";

let graph: TestEndpoint;
beforeAll(async () => {
  graph = await startTestEndpoint();
});
afterAll(() => graph.stop());
beforeEach(() => graph.renew());

test.each([
  [
    "drafts",
    "query ($input: ChangeRequestInput!) { evaluateChangeRequest(input: $input) { state } }",
    "boundary:view",
    "change-request:view",
  ],
  [
    "evaluations",
    '{ changeRequestEvaluation(id: "a", revision: 1) { state } }',
    "boundary:view",
    "change-request:view",
  ],
  ["one boundary", '{ boundary(id: "a") { id } }', "boundary:edit", "boundary:view"],
  ["boundaries", "{ boundaries { items { id } } }", "change-request:view", "boundary:view"],
  [
    "previews",
    "query ($boundary: BoundaryInput!) { previewBoundary(input: $boundary) { flippedCount } }",
    "change-request:view",
    "boundary:view",
  ],
  [
    "previews",
    "query ($boundary: BoundaryInput!) { previewBoundary(input: $boundary) { flippedCount } }",
    "boundary:view",
    "change-request:view",
  ],
  [
    "saving",
    "mutation ($boundary: BoundaryInput!) { saveBoundary(input: $boundary) { id } }",
    "boundary:view",
    "boundary:edit",
  ],
  ["deleting", 'mutation { deleteBoundary(id: "a") }', "boundary:view", "boundary:edit"],
])("%s without the permission is FORBIDDEN and names it", async (_, query, granted, needed) => {
  const input = { id: "a", name: "n", projectId: "p", rules: [aRule()] };
  const variables = query.includes("$input")
    ? { input }
    : query.includes("$boundary")
      ? { boundary: aBoundaryInput() }
      : {};
  const { errors } = await graph.post(query, variables, await graph.issuer.userToken({ permissions: [granted] }));
  expect(errors[0]).toMatchObject({ extensions: { code: "FORBIDDEN" }, message: expect.stringContaining(needed) });
});

test.each<[string, () => Promise<string>]>([
  ["no token", async () => ""],
  ["a text that is no token", async () => "nonsense"],
  ["an expired token", () => graph.issuer.userToken({ expiresIn: -60 })],
  ["a token for another audience", () => graph.issuer.userToken({ audience: "other" })],
  ["a forged token", () => graph.issuer.userToken({ algorithm: "HS256" })],
  ["a service's token", () => graph.issuer.serviceToken({ subject: "service:change-request" })],
])("%s is answered 401 in JSON", async (_, token) => {
  const answer = await graph.post("{ boundaries { items { id } } }", {}, await token());
  expect(answer.status).toBe(401);
  expect(answer.errors[0].extensions).toMatchObject({ code: "UNAUTHENTICATED", requestId: expect.any(String) });
});
