import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { serverAudits } from "graphql-http";
import { aborted, endless, modern, type RunningGraphql, startGraphql } from "../../test/running-graphql.ts";

let running: RunningGraphql;
beforeEach(async () => {
  running = await startGraphql();
});
afterEach(() => running.stop());
const ask: RunningGraphql["ask"] = (...asked) => running.ask(...asked);

describe("the protocol", () => {
  test("passes the audit of graphql-http, except for GET requests that a foreign page could cause", async () => {
    await running.stop();
    running = await startGraphql({ introspection: true });
    const results = await Promise.all(
      serverAudits({ url: running.url, fetchFn: fetch }).map(async (audit) => ({
        name: audit.name,
        status: (await audit.fn()).status,
      })),
    );
    const open = results.filter(({ status }) => status !== "ok");
    expect(results).toHaveLength(61);
    expect(open.filter(({ name }) => !name.startsWith("MAY"))).toEqual([]);
    expect(open.length).toBeLessThanOrEqual(3);
  });

  test("a GET request with a preflight header is answered", async () => {
    const answer = await fetch(`${running.url}?query={whoami}&operationName=`, {
      headers: { "apollo-require-preflight": "1" },
    });
    expect(await answer.json()).toEqual({ data: { whoami: "ada" } });
  });

  test.each([{ operationName: "" }, { operationName: null }, { variables: null }, { extensions: null }])(
    "%j counts as left out",
    async (members) => {
      expect(await ask({ query: "{ whoami }", ...members })).toEqual({ status: 200, data: { whoami: "ada" } });
    },
  );

  test.each([
    ["an unknown operation", { query: "query A { whoami }", operationName: "B" }],
    ["two operations and no name", { query: "query A { whoami } query B { whoami }" }],
  ])("%s is a 400 that names the member", async (_, body) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      fields: [{ path: "operationName" }],
    });
  });

  test.each([
    ["{", 400],
    ["", 400],
    ["[]", 400],
    ['[{"query":"{whoami}"}]', 400],
    ["null", 400],
    ['{"query":7}', 400],
    ['{"query":"{whoami}","variables":"x"}', 400],
    ["x".repeat(5 * 1_024 * 1_024), 413],
  ])("the body %.30s is refused in GraphQL's error format", async (body, status) => {
    const answer = await ask(body);
    expect(answer.status).toBe(status);
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: "BAD_USER_INPUT",
      requestId: "r-1",
      fields: [{ path: "", message: answer.errors?.[0]?.message }],
    });
  });

  test("an operation type that the schema does not have is refused", async () => {
    const answer = await ask({ query: "subscription { whoami }" }, modern);
    expect(answer.status).toBe(400);
    expect(answer.errors).toMatchObject([
      {
        message: "there is no subscription here; send a query or a mutation",
        extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
      },
    ]);
  });

  test("a body that is not JSON, another method and a foreign form are refused in GraphQL's error format", async () => {
    const form = await fetch(running.url, {
      method: "POST",
      body: new URLSearchParams({ query: "{whoami}" }),
    });
    expect(form.status).toBe(415);
    expect(await form.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
    const put = await fetch(running.url, { method: "PUT", body: "{}" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect(await put.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
  });

  test("a large request is taken", async () => {
    const leaves = Array.from({ length: 10_000 }, () => ({ colour: "Red" }));
    const query = "query ($input: Branch!) { leaf(input: $input) }";
    expect(await ask({ query, variables: { input: { name: "b", leaves } } })).toMatchObject({ data: { leaf: "leaf" } });
  });
});

describe("admission", () => {
  test("happens before the body is read", async () => {
    const answer = await ask("{ not json", { authorization: "Bearer bad" });
    expect(answer).toEqual({
      status: 401,
      errors: [{ message: "a token is needed", extensions: { code: "UNAUTHENTICATED", requestId: "r-1" } }],
    });
  });
});

describe("the log", () => {
  test("has one line per operation, without variables", async () => {
    await ask({ query: "query Find($id: String!) { item(id: $id) }", variables: { id: "geheim" } });
    await ask({ query: "{ refused }" });
    await until("two lines", () => running.lines.filter((line) => line.msg === "request").length === 2);
    const [first, second] = running.lines.filter((line) => line.msg === "request");
    expect(first).toMatchObject({
      operation: "Find",
      operationType: "query",
      caller: "ada",
      status: 200,
      requestId: "r-1",
    });
    expect(first?.operationHash).toMatch(/^[0-9a-f]{16}$/);
    expect(second).toMatchObject({ codes: ["BAD_USER_INPUT"] });
    expect(JSON.stringify(running.lines)).not.toContain("geheim");
  });

  test("a caller that disconnects stops the work", async () => {
    aborted.length = 0;
    endless.length = 0;
    const leaving = new AbortController();
    const body = JSON.stringify({ query: "{ endless }" });
    const headers = { "content-type": "application/json" };
    const asked = fetch(running.url, { method: "POST", headers, body, signal: leaving.signal }).catch(() => "left");
    await until("the resolver runs", () => endless.length === 1);
    leaving.abort();
    expect(await asked).toBe("left");
    await until("the resolver is aborted", () => aborted.length === 1);
  });
});
