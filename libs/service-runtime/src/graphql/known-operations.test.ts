import { expect, test } from "@jest/globals";
import { buildSchema } from "graphql";
import { keepLogLines } from "../../test/log-lines.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createGraphqlEndpoint } from "./graphql-endpoint.ts";
import { isPlainBody, knownBy } from "./known-operations.ts";

test("a valid operation is run directly the next time, with the same text, name and media type", async () => {
  const ran: string[] = [];
  const schema = buildSchema("type Query { name: String }");
  const execute = (by: string) => async () => {
    ran.push(by);
    return { data: { name: "one" } };
  };
  const { logger } = keepLogLines();
  const endpoint = createGraphqlEndpoint({
    logger,
    source: {
      gateway: {
        onSchemaLoadOrUpdate(listener) {
          listener({ apiSchema: schema, coreSupergraphSdl: "" });
          return () => undefined;
        },
        load: async () => ({ executor: execute("server") }),
        stop: async () => undefined,
      },
      direct: execute("direct"),
    },
    admit: async () => ({ ok: true, caller: { subject: "ada" } }),
    context: (operation) => operation,
    introspection: false,
  });
  const http = createHttpServer({ logger, host: "127.0.0.1", port: 0, routes: endpoint.routes, drainGraceMs: 0 });
  await endpoint.start();
  await http.start();
  const ask = async (body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${http.port}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.text()]).toEqual([200, '{"data":{"name":"one"}}']);
    return ran.splice(0);
  };
  try {
    expect(await ask({ query: "{ name }" })).toEqual(["server"]);
    expect(await ask({ query: "{ name }" })).toEqual(["direct"]);
    expect(await ask({ query: "{ name  }" })).toEqual(["server"]);
    expect(await ask({ query: "{ name }", extensions: {} })).toEqual(["server"]);
    expect(await ask({ query: "{ name }" }, { accept: "application/graphql-response+json" })).toEqual(["server"]);
    expect(await ask({ query: "{ name }", variables: { unused: 1 } })).toEqual(["direct"]);
    const long = `{ name ${"#".repeat(33_000)}\n }`;
    expect(await ask({ query: long })).toEqual(["server"]);
    expect(await ask({ query: long })).toEqual(["server"]);
  } finally {
    await http.stop();
    await endpoint.stop();
  }
});

test("an operation name that is not a word makes a body not plain", () => {
  expect(isPlainBody({ query: "{ a }", operationName: "A\n{ b }" })).toBe(false);
  expect(isPlainBody({ query: "{ a }", operationName: "A" })).toBe(true);
  expect(knownBy({}, { query: "{ a }", operationName: "A" })).not.toBe(knownBy({}, { query: "A\n{ a }" }));
});

test.each([
  [[]],
  ["{ a }"],
  [{}],
  [{ query: 1 }],
  [{ query: "{ a }", variables: [] }],
  [{ query: "{ a }", variables: "x" }],
])("a body like %j is left to the server library", (body) => {
  expect(isPlainBody(body)).toBe(false);
});
