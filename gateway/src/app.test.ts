import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { serverAudits } from "graphql-http";
import { startTestGateway } from "../test/start-test-gateway.ts";
import { startSubgraph } from "../test/two-subgraphs.ts";

describe.each(["compiled", "stock"])("when operations are carried out in the way that is %s,", (execution) => {
  let issuer: TestIssuer;
  let requests: Awaited<ReturnType<typeof startSubgraph>>;
  let groups: Awaited<ReturnType<typeof startSubgraph>>;
  let gateway: Awaited<ReturnType<typeof startTestGateway>>;

  beforeAll(async () => {
    issuer = await startTestIssuer();
    requests = await startSubgraph("requests", issuer.users);
    groups = await startSubgraph("groups", issuer.users);
    gateway = await startTestGateway(issuer, { requests: requests.url, groups: groups.url }, { EXECUTION: execution });
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([requests.stop(), groups.stop(), issuer.stop()]);
  });

  describe("the public audit of GraphQL over HTTP", () => {
    let open: Awaited<ReturnType<typeof startTestGateway>>;
    beforeAll(async () => {
      const urls = { requests: requests.url, groups: groups.url };
      open = await startTestGateway(issuer, urls, { INTROSPECTION: "on", EXECUTION: execution });
    });
    afterAll(() => open.stop());
    const audits = serverAudits({
      url: () => open.url,
      fetchFn: (url: string, init: RequestInit = {}) =>
        fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${open.token}` } }),
    });

    test.each(audits.map(({ name, fn }) => [name, fn] as const))("%s", async (name, run) => {
      const { status } = await run();
      // A check whose name begins with MAY is optional: its status may be "notice" instead of "ok". Some optional
      // checks send GET requests without a header that the gateway requires. The gateway rejects these requests.
      const expected = /^MAY/.test(name) ? /^(ok|notice)$/ : /^ok$/;
      expect(status).toMatch(expected);
    });

    test("has its 61 checks", () => {
      expect(audits).toHaveLength(61);
    });
  });

  describe("entities of two subgraphs", () => {
    test("are joined in one response", async () => {
      const { data, errors } = await gateway.post({ query: `{ request(id: "r-g1") { name group { id name } } }` });
      expect(errors).toEqual([]);
      expect(data).toEqual({ request: { name: "Request r-g1", group: { id: "g1", name: "Group one" } } });
    });

    test("are null where the owning subgraph does not know them, without an error or an extension", async () => {
      const answer = await gateway.post({ query: "{ requests { id group { id name } } }" });
      expect(answer.data).toEqual({
        requests: [
          { id: "a", group: { id: "g1", name: "Group one" } },
          { id: "b", group: null },
          { id: "c", group: { id: "g1", name: "Group one" } },
        ],
      });
      expect(answer.errors).toEqual([]);
      expect(answer.text).not.toContain("extensions");
    });

    test("are null with an error at their path where their resolver failed, without the cause", async () => {
      const answer = await gateway.post({ query: `{ request(id: "r-broken") { id group { name } } }` });
      expect(answer.data).toEqual({ request: { id: "r-broken", group: null } });
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors[0]).toMatchObject({
        path: ["request", "group"],
        extensions: { code: "INTERNAL_SERVER_ERROR", requestId: answer.headers.get("x-request-id") },
      });
      expect(answer.text).not.toMatch(/ECONNREFUSED|10\.1\.2\.3|serviceName|groups|stack/);
    });

    test("that a required field does not find give NOT_FOUND, HTTP 200 and no data", async () => {
      const { status, data, errors } = await gateway.post({ query: `{ mustHaveGroup(id: "g9") { name } }` });
      expect(status).toBe(200);
      expect(data).toBeNull();
      expect(errors).toMatchObject([
        { message: `no group has the id "g9"`, path: ["mustHaveGroup"], extensions: { code: "NOT_FOUND" } },
      ]);
    });
  });

  describe("wrong variables", () => {
    const query = "mutation Save($input: RequestInput!) { saveRequest(input: $input) { id } }";

    test("are all reported with their paths, and no subgraph is called", async () => {
      const { status, errors } = await gateway.post({
        query,
        variables: { input: { colour: "Blue", count: 1.5, parts: [{}, { name: 3 }] } },
      });
      expect(status).toBe(200);
      expect(errors).toHaveLength(1);
      expect(errors[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT" });
      const paths = (errors[0]?.extensions.fields ?? []).map(({ path }) => path);
      expect(paths.sort()).toEqual(["colour", "count", "id", "parts[0].name", "parts[1].name"]);
    });

    test("with the planner's reserved name are refused", async () => {
      const { errors } = await gateway.post({
        query: "query ($representations: String!) { request(id: $representations) { id group { name } } }",
        variables: { representations: "r-g1" },
      });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", fields: [{ path: "representations" }] } }]);
    });

    test("valid ones pass", async () => {
      const { data } = await gateway.post({ query, variables: { input: { id: "r-1", colour: "Red" } } });
      expect(data).toEqual({ saveRequest: { id: "r-1" } });
    });
  });

  describe("invalid operations and bodies", () => {
    test.each([
      [
        "an unknown name",
        { query: "query A { __typename } query B { __typename }", operationName: "C" },
        "BAD_USER_INPUT",
      ],
      ["no name for one of two", { query: "query A { __typename } query B { __typename }" }, "BAD_USER_INPUT"],
      ["a text that does not parse", { query: "{" }, "GRAPHQL_PARSE_FAILED"],
      ["an unknown field", { query: "{ nothing }" }, "GRAPHQL_VALIDATION_FAILED"],
      ["@defer", { query: `{ ...@defer { __typename } }` }, "GRAPHQL_VALIDATION_FAILED"],
      ["a list of operations", [{ query: "{ __typename }" }], "BAD_USER_INPUT"],
      ["bad JSON", "{", "BAD_USER_INPUT"],
    ])("%s is refused in JSON with a code and the request id", async (_, body, code) => {
      const answer = await gateway.post(body, {
        headers: { accept: "application/graphql-response+json", "x-request-id": "id-7" },
      });
      expect(answer.status).toBe(400);
      expect(answer.errors[0]?.extensions).toMatchObject({ code, requestId: "id-7" });
      expect(answer.text).not.toMatch(/Did you mean|stacktrace|node_modules/);
    });

    test("an empty operation name counts as absent", async () => {
      const { data } = await gateway.post({ query: "query A { __typename }", operationName: "", variables: null });
      expect(data).toEqual({ __typename: "Query" });
    });

    test("a body of 150 kB is accepted, one over 4 MiB refused in JSON", async () => {
      const text = (bytes: number) => ({ query: "{ __typename }", variables: { text: "x".repeat(bytes) } });
      expect((await gateway.post(text(150_000))).data).toEqual({ __typename: "Query" });
      const answer = await gateway.post(text(4 * 1_024 * 1_024));
      expect(answer.status).toBe(413);
      expect(answer.errors).toHaveLength(1);
    });
  });

  describe("callers", () => {
    test.each([
      ["no token", () => Promise.resolve(undefined)],
      ["an expired token", () => issuer.userToken({ expiresIn: -120 })],
      ["a token for someone else", () => issuer.userToken({ audience: "another" })],
      ["a service's token", () => issuer.serviceToken()],
      ["a token signed with another algorithm", () => issuer.userToken({ algorithm: "HS256" })],
    ])("with %s get 401 in JSON", async (_, mint) => {
      const token = await mint();
      const response = await fetch(gateway.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token ? { authorization: token } : {}) },
        body: "this is not even JSON",
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
    });

    test("may leave out the word Bearer", async () => {
      const { data } = await gateway.post({ query: "{ __typename }" }, { headers: { authorization: gateway.token } });
      expect(data).toEqual({ __typename: "Query" });
    });

    test("can't introspect the schema where introspection is off", async () => {
      const { errors } = await gateway.post({ query: "{ __schema { types { name } } }" });
      expect(errors[0]?.extensions).toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
    });

    test("from foreign pages may not read the response", async () => {
      const { headers } = await gateway.post(
        { query: "{ __typename }" },
        { headers: { origin: "https://elsewhere.example" } },
      );
      expect(headers.get("access-control-allow-origin")).toBeNull();
    });
  });
});
