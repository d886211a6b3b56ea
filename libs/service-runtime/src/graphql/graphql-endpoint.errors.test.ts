import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { GraphQLError } from "graphql";
import { modern, type RunningGraphql, schema, startGraphql } from "../../test/running-graphql.ts";

let running: RunningGraphql;
beforeEach(async () => {
  running = await startGraphql();
});
afterEach(() => running.stop());
const ask: RunningGraphql["ask"] = (...asked) => running.ask(...asked);

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

  test("an unexpected error is masked for the client and logged with its cause", async () => {
    const answer = await ask({ query: "{ broken whoami }" });
    expect(answer).toMatchObject({ status: 200, data: { broken: null, whoami: "ada" } });
    expect(answer.errors?.[0]?.extensions).toEqual({ code: "INTERNAL_SERVER_ERROR", requestId: "r-1" });
    expect(JSON.stringify(answer)).not.toContain("mongodb");
    const line = running.lines.find((entry) => entry.msg === "an operation failed");
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

  test("an error with a response of its own gets it", async () => {
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

  test("every error is reported at once, with its path", async () => {
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
    [
      "a member of every object's prototype",
      { id: "1", input: { name: "n", leaves: [], constructor: 1 } },
      "constructor",
    ],
  ])("%s is named", async (_, variables, path) => {
    const { errors } = await ask({ query, variables });
    expect(errors?.[0]?.extensions.fields).toMatchObject([{ path }]);
  });

  test("the number of errors is bounded", async () => {
    const leaves = Array.from({ length: 1_000 }, () => ({}));
    const { errors } = await ask({ query, variables: { id: "1", input: { name: "n", leaves } } });
    expect(errors?.[0]?.extensions.fields).toHaveLength(100);
  });
});
