import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { keepLogLines } from "../../test/log-lines.ts";
import { type Served, serve } from "../../test/serve.ts";
import type { GraphqlEndpoint, OperationContext } from "./graphql-endpoint.ts";
import { createSubgraph, type Resolvers } from "./subgraph.ts";

interface Context extends OperationContext<{ readonly subject: string }> {
  readonly greeting: string;
}
const shared = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
const own = `
  type Query { hello(name: String!): Thing }
  type Thing @key(fields: "id") { id: String! name: String }
`;
const resolvers: Resolvers = {
  Query: { hello: (_: unknown, { name }: { name: string }) => ({ id: name }) },
  Thing: {
    __resolveReference: ({ id }: { id: string }) => (id === "none" ? null : { id }),
    name: ({ id }: { id: string }, _: unknown, { greeting, caller }: Context) =>
      `${greeting} ${id} from ${caller.subject}`,
  },
};
let endpoint: GraphqlEndpoint;
let served: Served;
beforeAll(async () => {
  const { logger } = keepLogLines();
  endpoint = createSubgraph({
    logger,
    schema: [shared, own],
    resolvers,
    admit: async () => ({ ok: true as const, caller: { subject: "ada" } }),
    context: (operation): Context => ({ ...operation, greeting: "hello" }),
  });
  await endpoint.start();
  served = await serve({ logger, routes: endpoint.routes });
});
afterAll(async () => {
  await served.stop();
  await endpoint.stop();
});

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const answer = await fetch(`${served.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
}

test("several schema texts make one schema with one set of resolvers", async () => {
  expect(await ask('{ hello(name: "bob") { id name } }')).toEqual({
    data: { hello: { id: "bob", name: "hello bob from ada" } },
  });
});

test("entities are found by their key, and a missing one is null", async () => {
  const query = "query ($of: [_Any!]!) { _entities(representations: $of) { ... on Thing { name } } }";
  const of = ["a", "none"].map((id) => ({ __typename: "Thing", id }));
  expect(await ask(query, { of })).toEqual({ data: { _entities: [{ name: "hello a from ada" }, null] } });
});

test.each([
  ["an object, which a store would take for a condition", { id: { $ne: "" } }],
  ["a list", { id: ["a"] }],
  ["a number", { id: 5 }],
  ["missing", {}],
])("the key of an entity that is %s never reaches a resolver", async (_, key) => {
  const query = "query ($of: [_Any!]!) { _entities(representations: $of) { ... on Thing { name } } }";
  const of = [
    { __typename: "Thing", ...key },
    { __typename: "Thing", id: "a" },
  ];
  expect(await ask(query, { of })).toMatchObject({
    data: { _entities: [null, { name: "hello a from ada" }] },
    errors: [
      {
        message: "representations: need the key of Thing in texts: id",
        path: ["_entities", 0],
        extensions: { code: "BAD_USER_INPUT" },
      },
    ],
  });
});

test("the composer gets the schema text, though the schema can't be introspected", async () => {
  expect(await ask("{ _service { sdl } }")).toMatchObject({
    data: { _service: { sdl: expect.stringContaining("type Thing") } },
  });
  expect(await ask("{ __schema { types { name } } }")).toMatchObject({
    errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }],
  });
});

test("the schema is published for gateways, which have no token", async () => {
  const answer = await fetch(`${served.url}/schema`);
  expect([answer.status, await answer.text()]).toEqual([200, `${shared}\n${own}`]);
});
