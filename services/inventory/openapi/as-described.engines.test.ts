import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { arbitraryOf, type Schema } from "../test/arbitrary-of-schema.ts";
import { almostAnUpload, hostileText } from "../test/hostile-bodies.ts";
import { eventually, type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/** A client generated from the description alone calls the running service. */

jest.setTimeout(300_000);

const document = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"));
const find = (reference: string) =>
  reference
    .slice(2)
    .split("/")
    .reduce((inside, name) => inside[name], document);

// Responses have exactly the described members.
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "inventory", components: closed(document.components) });

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly responses: Readonly<Record<string, Described>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, { security, parameters = [], requestBody, responses }]): Operation => ({
      method: method.toUpperCase(),
      path,
      security,
      parameters,
      body: requestBody?.content["application/json"].schema,
      responses,
    }),
  ),
);

let issuer: TestIssuer;
let inventory: RunningInventory;
/** By the name of the security scheme. */
let credentials: Readonly<Record<string, string>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  inventory = await startInventory(issuer);
  const { authorization } = await inventory.connector("cloud");
  const group = 'mutation { saveGroup(input: {id: "web", name: "Web", filter: {types: ["vm"]}}) { id } }';
  await inventory.graphql(group);
  await eventually(
    async () => (await inventory.graphql('{ group(id: "web") { membersUpdatedAt } }')).body.data.group,
    ({ membersUpdatedAt }) => membersUpdatedAt !== null,
  );
  const token = await inventory.graphql('mutation { issueFeedToken(groupId: "web", consumer: "fw") { id secret } }');
  const { id, secret } = token.body.data.issueFeedToken;
  credentials = {
    idToken: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}`,
    connector: authorization,
    feedToken: `Bearer ${secret}`,
    feedTokenByBasic: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
    none: "",
    stranger: `Bearer ${await issuer.userToken({ permissions: ["estate:view"] })}`,
    garbled: "Basic !!!",
  };
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await issuer.stop();
});

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) };

test.each(operations)("$method $path responds as described to described requests", async (operation) => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(describedRequest(operation), async (request) => {
      const status = await meet(operation, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A described request is never invalid, at most unknown or in conflict; a schema can't express the bound of from + size.
      expect([200, 304, 404, 409, 507, ...(operation.path === "/inventory" ? [400] : [])]).toContain(status);
    }),
    runs,
  );
  expect(statuses.size).toBeGreaterThan(0);
});

test.each(operations)("$method $path responds as described to any other request", async (operation) => {
  await fc.assert(
    fc.asyncProperty(hostileRequest(operation), async (request) => void (await meet(operation, request))),
    runs,
  );
});

test("other methods are refused with the allowed ones", async () => {
  for (const { path, method } of operations)
    for (const other of ["DELETE", "PUT", "PATCH", method === "GET" ? "POST" : "GET"]) {
      const answer = await fetch(inventory.url + path.replace("{groupId}", "web"), { method: other });
      expect([other, path, answer.status, answer.headers.get("allow")]).toEqual([
        other,
        path,
        405,
        expect.stringContaining(method),
      ]);
      await answer.body?.cancel();
    }
});

interface Sent {
  readonly groupId: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

function describedRequest({ security, parameters, body }: Operation): fc.Arbitrary<Sent> {
  const query = parameters.filter((one) => one.in === "query");
  const schemes = security.flatMap((one) => Object.keys(one));
  return fc.record({
    groupId: fc.constant("web"),
    query: fc.record(Object.fromEntries(query.map((one) => [one.name, arbitraryOfParameter(one).map(String)])), {
      requiredKeys: [],
    }),
    headers: fc.constantFrom(...(schemes.length > 0 ? schemes : ["none"])).map((scheme) => ({
      ...(body ? { "content-type": "application/json" } : {}),
      authorization: credentials[scheme] ?? "",
    })),
    body: body ? arbitraryOf(body, find).map((value) => JSON.stringify(value)) : fc.constant(undefined),
  });
}

/** Texts with a grammar of their own have examples. */
function arbitraryOfParameter({ schema, example, examples }: Parameter): fc.Arbitrary<unknown> {
  const given = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples ?? {}).map(({ value }) => value),
  ];
  return given.length > 0 ? fc.constantFrom(...given) : arbitraryOf(schema, find);
}

function hostileRequest(operation: Operation): fc.Arbitrary<Sent> {
  const described = describedRequest(operation);
  const bytes = fc.oneof(
    fc.oneof(fc.jsonValue(), almostAnUpload).map((value) => JSON.stringify(value)),
    fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array)),
    fc.constantFrom("", "[".repeat(10_000), '{"a":', '\u0000{"a":1}', "\ufeff{}", '{"discoveryId":1e400}', "nul"),
  );
  const broken = fc.record(
    {
      groupId: hostileText.filter((text) => text !== "" && text !== "." && text !== ".." && text.isWellFormed()),
      query: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
      headers: fc.record(
        {
          authorization: fc.constantFrom(...Object.keys(credentials)).map((name) => credentials[name] ?? ""),
          "content-type": fc.constantFrom("application/json", "text/plain", "application/json; charset=utf-16", "x"),
          "content-encoding": fc.constantFrom("gzip", "identity", "br", "gzip, gzip"),
          "if-none-match": fc.constantFrom("*", '"x"', "x", "W/"),
          accept: fc.constantFrom("text/html", "*/*;q=0"),
        },
        { requiredKeys: ["authorization", "content-type"] },
      ),
      body: operation.body ? bytes : fc.constant(undefined),
    },
    { requiredKeys: [] },
  );
  return fc.tuple(described, broken).map(([right, wrong]) => ({ ...right, ...wrong }));
}

/** Sends it, and compares the response with the description of its status. */
async function meet(operation: Operation, { groupId, query, headers, body }: Sent): Promise<number> {
  const path = operation.path.replace("{groupId}", encodeURIComponent(groupId));
  const search = new URLSearchParams(JSON.parse(JSON.stringify(query))).toString();
  const answer = await fetch(`${inventory.url}${path}${search ? `?${search}` : ""}`, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  const response = operation.responses[answer.status];
  expect([answer.status, response === undefined ? text : "described"]).toEqual([answer.status, "described"]);
  expect([answer.status, text]).not.toEqual([500, text]);
  if (!response) return answer.status;
  const described: Described = "$ref" in response ? find(String(response.$ref)) : response;
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  if (described.content === undefined) expect(text).toBe("");
  else expect(Object.keys(described.content)).toContain(type);
  const schema = described.content?.[type]?.schema;
  if (schema && type.endsWith("json")) {
    const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"inventory#/')));
    const holds = check(JSON.parse(text));
    expect([text, holds ? null : check.errors]).toEqual([text, null]);
  }
  return answer.status;
}

/** The same schemas, with objects that have only the named members. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return "properties" in inside && "type" in inside ? { additionalProperties: false, ...inside } : inside;
}
