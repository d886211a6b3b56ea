import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { startTestGateway } from "../test/start-test-gateway.ts";
import { startSubgraph } from "../test/two-subgraphs.ts";

let issuer: TestIssuer;
let requests: Awaited<ReturnType<typeof startSubgraph>>;
let groups: Awaited<ReturnType<typeof startSubgraph>>;
let gateway: Awaited<ReturnType<typeof startTestGateway>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  requests = await startSubgraph("requests", issuer.users);
  groups = await startSubgraph("groups", issuer.users);
  const urls = { requests: requests.url, groups: groups.url };
  gateway = await startTestGateway(issuer, urls, { READ_DEADLINE_MS: "2000" });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([requests.stop(), groups.stop(), issuer.stop()]);
});

/**
 * Sends a request. Returns its response and its log line without the parts that differ between equal requests, such as
 * the request id and the duration.
 */
async function see(body: unknown, headers: Record<string, string> = {}) {
  const answer = await gateway.post(body, { headers });
  const id = answer.headers.get("x-request-id") ?? "";
  const received = [...answer.headers].filter(([name]) => name !== "x-request-id" && name !== "date");
  const line = await lineOf(id);
  const { time: _, durationMs: __, requestId: ___, pid: ____, ...logged } = line;
  return { status: answer.status, headers: received, text: answer.text.replaceAll(id, "ID"), logged };
}

async function lineOf(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const line = gateway.lines
      .map((text) => JSON.parse(text))
      .find((one) => one.requestId === id && one.msg === "request");
    if (line) return line;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const two = 'query A { request(id: "a") { id } } query B { requests { id } }';
const save = "mutation Save($input: RequestInput!) { saveRequest(input: $input) { id } }";
const modern = { accept: "application/graphql-response+json" };

describe("an operation that is sent again is answered and logged as the first time:", () => {
  test.each<[string, unknown, Record<string, string>?]>([
    ["one of a single subgraph", { query: `{ request(id: "r-1") { id name } }` }],
    ["one of two subgraphs", { query: `query Two { request(id: "r-g1") { name group { id name } } }` }],
    ["one with variables", { query: "query One($id: String!) { request(id: $id) { id } }", variables: { id: "r-2" } }],
    ["one with an empty name", { query: "query Named { __typename }", operationName: "", variables: null }],
    ["one that a subgraph fails in part", { query: `{ request(id: "r-broken") { id group { name } } }` }],
    ["one that finds nothing", { query: `{ mustHaveGroup(id: "g9") { name } }` }],
    ["one that takes too long", { query: "{ slow(ms: 5000) }" }],
    ["one in the newer media type", { query: "{ requests { id } }" }, modern],
    ["one that finds nothing, in the newer media type", { query: `{ mustHaveGroup(id: "g8") { name } }` }, modern],
    ["one for a client that accepts anything", { query: "{ requests { name } }" }, { accept: "*/*" }],
    ["one for a client that takes no JSON", { query: "{ requests { name } }" }, { accept: "text/plain" }],
    ["one with members beyond the protocol's", { query: "{ __typename }", extensions: {}, more: 1 }],
    ["one of two by its name", { query: two, operationName: "A" }],
    ["the other of the two", { query: two, operationName: "B" }],
    ["none of the two", { query: two, operationName: "C" }],
    ["neither of the two", { query: two }],
    ["a mutation", { query: save, variables: { input: { id: "x" } } }],
    ["a mutation with variables that are wrong", { query: save, variables: { input: { colour: "Blue" } } }],
    ["a mutation without its variables", { query: save }],
    [
      "the name that the planner needs",
      {
        query: "query ($representations: String!) { request(id: $representations) { id } }",
        variables: { representations: "r" },
      },
    ],
    ["a text that does not parse", { query: "{" }],
    ["an unknown field", { query: "{ nothing }" }],
    ["variables that are a list", { query: "{ requests { id } }", variables: [] }],
  ])("%s", async (_, body, headers = {}) => {
    const first = await see(body, headers);
    expect(await see(body, headers)).toEqual(first);
    expect(await see(body, headers)).toEqual(first);
  });
});

test("the variables are validated each time", async () => {
  const query = "query Each($id: String!) { request(id: $id) { id } }";
  for (const id of ["r-1", "r-2", "r-1"])
    expect((await gateway.post({ query, variables: { id } })).data).toEqual({ request: { id } });
  const { errors } = await gateway.post({ query, variables: { id: 7 } });
  expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", fields: [{ path: "id" }] } }]);
});

test("a refused caller gets no operation that others sent before", async () => {
  const body = { query: "{ requests { id text } }" };
  for (let nth = 0; nth < 2; nth += 1) expect((await gateway.post(body)).status).toBe(200);
  const answer = await gateway.post(body, { token: await issuer.userToken({ expiresIn: -120 }) });
  expect([answer.status, answer.data]).toEqual([401, undefined]);
});
