import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { buildSchema, GraphQLError, type GraphQLSchema, getIntrospectionQuery } from "graphql";
import { serverAudits } from "graphql-http";
import { keepLogLines } from "../test/log-lines.ts";
import { type Served, serve } from "../test/serve.ts";
import { pause } from "./deadline.ts";
import { generalFailures } from "./failure.ts";
import {
  createGraphqlEndpoint,
  type GraphqlEndpoint,
  type GraphqlEndpointOptions,
  type OperationContext,
} from "./graphql-endpoint.ts";
import { presentFailure } from "./graphql-failure.ts";

interface Person {
  readonly subject: string;
}
type Context = OperationContext<Person>;

const schema: GraphQLSchema = buildSchema(`
  enum Colour { Red Green }
  input Leaf { colour: Colour!, weight: Int = 1 }
  input Branch { name: String!, leaves: [Leaf!]! }
  type Node { name: String!, below: [Node!]! }
  type Query {
    whoami: String!
    node: Node!
    leaf(input: Branch!): String!
    item(id: String!, limit: Int): String
    broken: String
    refused: String
    away: String
    endless: String
  }
  type Mutation { save(input: Branch!): String! }
`);
const errorOf = presentFailure(generalFailures);
const aborted: unknown[] = [];
const root = {
  whoami: (_: unknown, { caller }: Context) => caller.subject,
  node: () => root.tree(),
  tree: (): object => ({ name: "n", below: () => [root.tree()] }),
  leaf: () => "leaf",
  save: () => "saved",
  item: ({ id }: { id: string }) => id,
  broken: () => {
    throw new Error("mongodb://secret");
  },
  refused: () => {
    throw errorOf({ kind: "invalid-input", fields: [{ path: "id", message: "is too long" }] });
  },
  away: () => {
    throw new TypeError("the engine is away");
  },
  endless: (_: unknown, { signal }: Context) =>
    new Promise(() => signal.addEventListener("abort", () => aborted.push(signal.reason))),
};
for (const type of [schema.getQueryType(), schema.getMutationType()]) {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const resolve: unknown = root[field.name as keyof typeof root];
    if (typeof resolve === "function") field.resolve = (_, args, context) => resolve(args, context);
  }
}

let served: Served;
let endpoint: GraphqlEndpoint;
let lines: Record<string, unknown>[];

async function start(options: Partial<GraphqlEndpointOptions<Person, Context>> = {}): Promise<void> {
  const log = keepLogLines();
  lines = log.lines;
  endpoint = createGraphqlEndpoint<Person, Context>({
    logger: log.logger,
    source: { schema },
    introspection: false,
    context: (operation) => operation,
    admit: async ({ authorization }) =>
      authorization === "Bearer bad"
        ? { ok: false, refusal: { code: "UNAUTHENTICATED", status: 401, message: "a token is needed" } }
        : { ok: true, caller: { subject: "ada" } },
    presentFault: (error) =>
      error instanceof TypeError ? { code: "UPSTREAM_UNAVAILABLE", status: 503, message: "try again" } : undefined,
    ...options,
  });
  await endpoint.start();
  served = await serve({ logger: log.logger, routes: endpoint.routes });
}
beforeEach(() => start());
afterEach(async () => {
  await served.stop();
  await endpoint.stop();
});
async function restart(options: Partial<GraphqlEndpointOptions<Person, Context>>): Promise<void> {
  await served.stop();
  await endpoint.stop();
  await start(options);
}

interface Answer {
  readonly status: number;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
}
async function ask(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${served.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-request-id": "r-1", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, "status">) };
}
const modern = { accept: "application/graphql-response+json" };

describe("the protocol", () => {
  test("passes the protocol's own audit, but for GET requests a foreign page could cause", async () => {
    await restart({ introspection: true });
    const results = await Promise.all(
      serverAudits({ url: `${served.url}/graphql`, fetchFn: fetch }).map(async (audit) => ({
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
    const answer = await fetch(`${served.url}/graphql?query={whoami}&operationName=`, {
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
  ])("the body %.30s is refused in the form of GraphQL", async (body, status) => {
    const answer = await ask(body);
    expect(answer.status).toBe(status);
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: "BAD_USER_INPUT",
      requestId: "r-1",
      fields: [{ path: "", message: answer.errors?.[0]?.message }],
    });
  });

  test("an operation of a kind that the schema does not have is refused", async () => {
    const answer = await ask({ query: "subscription { whoami }" }, modern);
    expect(answer.status).toBe(400);
    expect(answer.errors).toMatchObject([
      {
        message: "there is no subscription here; send a query or a mutation",
        extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
      },
    ]);
  });

  test("a body that is not JSON, another method and a foreign form are refused in the form of GraphQL", async () => {
    const form = await fetch(`${served.url}/graphql`, {
      method: "POST",
      body: new URLSearchParams({ query: "{whoami}" }),
    });
    expect(form.status).toBe(415);
    expect(await form.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
    const put = await fetch(`${served.url}/graphql`, { method: "PUT", body: "{}" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect(await put.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
  });

  test("a large request is taken", async () => {
    const leaves = Array.from({ length: 10_000 }, () => ({ colour: "Red" }));
    const query = "query ($input: Branch!) { leaf(input: $input) }";
    expect(await ask({ query, variables: { input: { name: "b", leaves } } })).toMatchObject({ data: { leaf: "leaf" } });
  });
});

describe("who may come in", () => {
  test("is decided before the body is read", async () => {
    const answer = await ask("{ not json", { authorization: "Bearer bad" });
    expect(answer).toEqual({
      status: 401,
      errors: [{ message: "a token is needed", extensions: { code: "UNAUTHENTICATED", requestId: "r-1" } }],
    });
  });
});

describe("errors", () => {
  test("a failure keeps its code and fields and gets the request id", async () => {
    const { errors } = await ask({ query: "{ refused }" });
    expect(errors).toEqual([
      {
        message: "id: is too long",
        locations: [{ line: 1, column: 3 }],
        path: ["refused"],
        extensions: { code: "BAD_USER_INPUT", requestId: "r-1", fields: [{ path: "id", message: "is too long" }] },
      },
    ]);
  });

  test("a fault is masked for the client and logged with its cause", async () => {
    const answer = await ask({ query: "{ broken whoami }" });
    expect(answer).toMatchObject({ status: 200, data: { broken: null, whoami: "ada" } });
    expect(answer.errors?.[0]?.extensions).toEqual({ code: "INTERNAL_SERVER_ERROR", requestId: "r-1" });
    expect(JSON.stringify(answer)).not.toContain("mongodb");
    const line = lines.find((entry) => entry.msg === "an operation failed");
    expect(line?.requestId).toBe("r-1");
    expect(JSON.stringify(line)).toContain("mongodb://secret");
  });

  test("an error of another process loses everything but code, message and fields", async () => {
    const resolve = schema.getQueryType()?.getFields().item;
    const before = resolve?.resolve;
    if (!resolve) throw new Error("no field");
    resolve.resolve = () => {
      const extensions = {
        code: "CONFLICT",
        serviceName: "inner",
        response: { url: "http://10.0.0.1" },
        stacktrace: ["x"],
      };
      throw new GraphQLError("is taken", { extensions });
    };
    const { errors } = await ask({ query: '{ item(id: "1") }' });
    if (before) resolve.resolve = before;
    expect(errors?.[0]).toMatchObject({ message: "is taken", extensions: { code: "CONFLICT", requestId: "r-1" } });
    expect(Object.keys(errors?.[0]?.extensions ?? {})).toEqual(["code", "requestId"]);
  });

  test("a fault with an answer of its own gets it", async () => {
    const { errors } = await ask({ query: "{ away }" });
    expect(errors?.[0]).toMatchObject({ message: "try again", extensions: { code: "UPSTREAM_UNAVAILABLE" } });
  });

  test("names of the schema are not guessed for the client", async () => {
    const { errors } = await ask({ query: "{ whoam }" });
    expect(errors?.[0]?.message).not.toContain("whoami");
    expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  });

  test.each(["{ whoami(", "{ nothing }"])("%s is a 400 only for clients that know the newer type", async (query) => {
    expect((await ask({ query }, modern)).status).toBe(400);
    expect((await ask({ query })).status).toBe(200);
  });
});

describe("variables", () => {
  const query =
    "query ($id: String!, $limit: Int, $input: Branch!) { item(id: $id, limit: $limit) leaf(input: $input) }";

  test("every fault is told at once, by its path", async () => {
    const leaves = [{ colour: "Red" }, { colour: "Blue", weight: 1.5 }, {}, 7, { colour: "Red", extra: 1 }];
    const answer = await ask({ query, variables: { limit: 2 ** 40, input: { leaves } } }, modern);
    expect(answer.status).toBe(400);
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: "BAD_USER_INPUT",
      requestId: "r-1",
      fields: [
        { path: "id", message: "is required" },
        { path: "limit", message: "1099511627776 is not a whole number of 32 bits" },
        { path: "name", message: "is required" },
        { path: "leaves[1].colour", message: '"Blue" is not one of Red, Green' },
        { path: "leaves[1].weight", message: "1.5 is not a whole number of 32 bits" },
        { path: "leaves[2].colour", message: "is required" },
        { path: "leaves[3]", message: "must be an object" },
        { path: "leaves[4].extra", message: "is not known here" },
      ],
    });
  });

  test.each([
    ["a whole input that is missing", { id: "1" }, "input"],
    ["a whole input of another type", { id: "1", input: [] }, "input"],
    ["a list that is missing", { id: "1", input: { name: "n" } }, "leaves"],
    ["a text that is a number", { id: 1, input: { name: "n", leaves: [] } }, "id"],
    ["a name of every object", { id: "1", input: { name: "n", leaves: [], constructor: 1 } }, "constructor"],
  ])("%s is named", async (_, variables, path) => {
    const { errors } = await ask({ query, variables });
    expect(errors?.[0]?.extensions.fields).toMatchObject([{ path }]);
  });

  test("a flood of faults is cut", async () => {
    const leaves = Array.from({ length: 1_000 }, () => ({}));
    const { errors } = await ask({ query, variables: { id: "1", input: { name: "n", leaves } } });
    expect(errors?.[0]?.extensions.fields).toHaveLength(100);
  });
});

describe("limits", () => {
  const nested = (depth: number) => `${"below { ".repeat(depth)}name${" }".repeat(depth)}`;

  test.each([
    ["depth", `{ node { ${nested(20)} } }`],
    [
      "depth through fragments",
      `{ node { ...A } } fragment A on Node { ${nested(7)} below { ...B } } fragment B on Node { ${nested(14)} }`,
    ],
    ["aliases", `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: whoami`).join(" ")} }`],
    ["aliases of __typename", `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: __typename`).join(" ")} }`],
    [
      "directives",
      `{ whoami ${"@skip(if: false) @include(if: true) ".repeat(1)} ${Array.from({ length: 60 }, () => "... @include(if: true) { whoami }").join(" ")} }`,
    ],
  ])("too much of %s is refused at once", async (_, query) => {
    const began = performance.now();
    const { errors, data } = await ask({ query });
    expect(data).toBeUndefined();
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("limit"),
      extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
    });
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test("fragments that double again and again are counted, not unfolded", async () => {
    const fragments = Array.from({ length: 40 }, (_, n) => `fragment F${n} on Node { ...F${n + 1} name ...F${n + 1} }`);
    const { errors } = await ask({ query: `{ node { ...F0 } } ${fragments.join(" ")} fragment F40 on Node { name }` });
    expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  });

  test("too many words are refused while parsing, and errors never come in floods", async () => {
    const long = await ask({ query: `{ ${"whoami ".repeat(2_100)} }` });
    expect(long.errors?.[0]?.extensions.code).toBe("GRAPHQL_PARSE_FAILED");
    const wrong = await ask({ query: `{ ${Array.from({ length: 300 }, (_, n) => `x${n}`).join(" ")} }` });
    expect(wrong.errors?.length).toBeLessThanOrEqual(6);
  });

  test("the schema can be read only where it is allowed, however deep that question is", async () => {
    const query = getIntrospectionQuery();
    expect((await ask({ query })).errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    await restart({ introspection: true, limits: { depth: 5 } });
    expect((await ask({ query })).data).toHaveProperty("__schema");
  });

  test("an operation that takes too long is answered, and its resolvers are told", async () => {
    const asked: unknown[] = [];
    await restart({
      deadlineMs: (operation) => {
        asked.push(operation);
        return 50;
      },
    });
    aborted.length = 0;
    const answer = await ask({ query: "query Wait { endless whoami }" });
    expect(answer).toMatchObject({
      status: 200,
      data: null,
      errors: [{ extensions: { code: "UPSTREAM_TIMEOUT", requestId: "r-1" } }],
    });
    expect(asked).toEqual([{ type: "query", rootFields: ["endless", "whoami"] }]);
    expect(aborted.map(String)).toEqual([expect.stringContaining("longer than 50 ms")]);
  });
});

describe("the log", () => {
  test("has one line per operation, without variables", async () => {
    await ask({ query: "query Find($id: String!) { item(id: $id) }", variables: { id: "geheim" } });
    await ask({ query: "{ refused }" });
    await until("two lines", () => lines.filter((line) => line.msg === "request").length === 2);
    const [first, second] = lines.filter((line) => line.msg === "request");
    expect(first).toMatchObject({
      operation: "Find",
      operationType: "query",
      caller: "ada",
      status: 200,
      requestId: "r-1",
    });
    expect(first?.operationHash).toMatch(/^[0-9a-f]{16}$/);
    expect(second).toMatchObject({ codes: ["BAD_USER_INPUT"] });
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });

  test("a caller who leaves stops the work", async () => {
    aborted.length = 0;
    const leaving = new AbortController();
    const body = JSON.stringify({ query: "{ endless }" });
    const headers = { "content-type": "application/json" };
    const asked = fetch(`${served.url}/graphql`, { method: "POST", headers, body, signal: leaving.signal }).catch(
      () => "left",
    );
    await pause(100);
    leaving.abort();
    expect(await asked).toBe("left");
    await until("the resolver was told", () => aborted.length === 1);
  });
});
