import type { ServerResponse } from "node:http";
import { describe, expect, test } from "@jest/globals";
import { gatewaysOverRaw } from "../test/gateways-over-raw.ts";
import type { Received } from "../test/raw-subgraph.ts";

const attributes = '{"large":12345678901234567890,"list":[-9007199254740993,[0.10000000000000000555]],"tiny":1e-400}';

/** Responds with group g1, for a query of the field `group` as well as for a query of entities. */
function answerGroup(response: ServerResponse, { body }: Received): void {
  const group = `{"__typename":"Group","id":"g1","name":"Group one","attributes":${attributes},"other":${attributes}}`;
  const data = "representations" in body.variables ? `{"_entities":[${group}]}` : `{"group":${group},"again":${group}}`;
  response.writeHead(200, { "content-type": "application/json" }).end(`{"data":${data}}`);
}

describe.each(["compiled", "stock"])("when operations are carried out in the way that is %s,", (execution) => {
  const gatewayOver = gatewaysOverRaw(execution);

  test.each([
    ["at the top", `{ group(id: "g1") { attributes } }`, `{"group":{"attributes":${attributes}}}`],
    [
      "under other names and in fragments",
      `query Q { again: group(id: "g1") { ...parts other: attributes } } fragment parts on Group { ... on Group { attributes } }`,
      `{"again":{"attributes":${attributes},"other":${attributes}}}`,
    ],
    [
      "of an entity, with another subgraph",
      `{ request(id: "r-g1") { name group { attributes } } }`,
      `{"request":{"name":"Request r-g1","group":{"attributes":${attributes}}}}`,
    ],
    [
      "fetched twice",
      `{ request(id: "r-g1") { group { attributes name } } group(id: "g1") { attributes } }`,
      `{"request":{"group":{"attributes":${attributes},"name":"Group one"}},"group":{"attributes":${attributes}}}`,
    ],
  ])("numbers beyond floating point come through %s as they are", async (_, query, data) => {
    const { gateway } = await gatewayOver(answerGroup);
    for (const nth of ["first", "second"]) {
      const { text } = await gateway.post({ query });
      expect([nth, text.trim()]).toEqual([nth, `{"data":${data}}`]);
    }
  });

  test("such a number is no data", async () => {
    const { gateway } = await gatewayOver((response) => response.end('{"data":12345678901234567890}'));
    const { data, errors } = await gateway.post({ query: `{ group(id: "g1") { attributes } }` });
    expect([data, errors.map(({ extensions }) => extensions.code)]).toEqual([
      { group: null },
      ["UPSTREAM_UNAVAILABLE"],
    ]);
  });
});

describe("a compiled operation", () => {
  const gatewayOver = gatewaysOverRaw("compiled");

  test.each(["5", "12345678901234567890"])("takes the number %s for no object", async (number) => {
    const { gateway } = await gatewayOver((response) => response.end(`{"data":{"group":${number}}}`));
    const { data, errors } = await gateway.post({ query: `{ group(id: "g1") { attributes } }` });
    expect(data ?? null).toBeNull();
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(["INTERNAL_SERVER_ERROR"]);
  });
});
