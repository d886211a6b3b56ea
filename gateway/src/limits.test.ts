import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { processorTime } from "@network-access/testkit/processor-time";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { startTestGateway } from "../test/start-test-gateway.ts";
import { startSubgraph } from "../test/two-subgraphs.ts";

let issuer: TestIssuer;
let requests: Awaited<ReturnType<typeof startSubgraph>>;
let gateway: Awaited<ReturnType<typeof startTestGateway>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  requests = await startSubgraph("requests", issuer.users);
  gateway = await startTestGateway(issuer, { requests: requests.url, groups: "http://127.0.0.1:1/graphql" });
  await gateway.post({ query: "{ requests { id } }" });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([requests.stop(), issuer.stop()]);
});

const repeat = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join(" ");
const bomb = (levels: number) =>
  `{ requests { ...f0 } } ${repeat(levels, (n) => `fragment f${n} on Request { ...f${n + 1} ...f${n + 1} }`)} fragment f${levels} on Request { id }`;

describe("operations over the limits are refused fast", () => {
  test.each([
    ["200 aliases of a field", `{ ${repeat(200, (n) => `a${n}: requests { id }`)} }`],
    ["31 aliases of __typename", `{ ${repeat(31, (n) => `a${n}: __typename`)} }`],
    ["1,001 fields of one object", `{ requests { ${repeat(1_001, () => "id")} } }`],
    [
      "1,001 fields through fragments",
      `{ requests { ${repeat(26, () => "...f")} } } fragment f on Request { ${repeat(40, () => "id")} }`,
    ],
    ["a bomb of fragments", bomb(25)],
    ["2,001 tokens", `{ requests { ${repeat(2_001, () => "id")} } }`],
    ["a megabyte of text", `{ ${"requests ".repeat(120_000)} }`],
    ["1,000 unknown directives", `{ requests { id ${repeat(900, (n) => `@d${n}`)} } }`],
    ["1,000 unknown fields", `{ ${repeat(900, (n) => `f${n}`)} }`],
    ["fields in one another without an end", `{ ${"requests { ".repeat(400)} id ${"} ".repeat(400)} }`],
    [
      "fragments that name each other",
      "{ requests { ...a } } fragment a on Request { ...b } fragment b on Request { ...a }",
    ],
  ])("%s", async (_, query) => {
    const before = processorTime();
    const { status, data, errors, text } = await gateway.post({ query });
    expect(processorTime() - before).toBeLessThan(1_000);
    expect(status).toBe(200);
    expect(data).toBeUndefined();
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThanOrEqual(6);
    expect(["GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED"]).toContain(errors[0]?.extensions.code);
    expect(text.length).toBeLessThan(4_000);
  });

  test("and operations at the limits are answered", async () => {
    const { data, errors } = await gateway.post({ query: `{ ${repeat(30, (n) => `a${n}: requests { id }`)} }` });
    expect(errors).toEqual([]);
    expect(Object.keys(data ?? {})).toHaveLength(30);
  });
});

describe("the limits", () => {
  test("are settings", async () => {
    const urls = { requests: requests.url, groups: "http://127.0.0.1:1/graphql" };
    const strict = await startTestGateway(issuer, urls, {
      MAX_DEPTH: "2",
      MAX_ALIASES: "1",
      MAX_FIELDS: "3",
      MAX_TOKENS: "20",
    });
    const codes = async (query: string) =>
      (await strict.post({ query })).errors.map(({ extensions }) => extensions.code);
    expect(await codes("{ requests { id } }")).toEqual([]);
    expect(await codes("{ requests { group { id } } }")).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
    expect(await codes("{ a: __typename b: __typename }")).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
    expect(await codes("{ requests { id name text } }")).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
    expect(await codes(`{ ${"__typename ".repeat(30)} }`)).toEqual(["GRAPHQL_PARSE_FAILED"]);
    await strict.stop();
  });
});

test("a request over the memory of one request is refused with a message", async () => {
  const urls = { requests: requests.url, groups: "http://127.0.0.1:1/graphql" };
  const small = await startTestGateway(issuer, urls, { REQUEST_MEMORY_BYTES: String(1_024 * 1_024) });
  const { status, errors } = await small.post({ query: "{ __typename }", variables: { text: "x".repeat(900_000) } });
  await small.stop();
  expect(status).toBe(400);
  expect(errors).toMatchObject([{ message: expect.stringContaining("memory") }]);
});
