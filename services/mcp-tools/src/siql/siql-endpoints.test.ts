import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { arbitraryOf, type Schema } from "@network-access/testkit/arbitrary-of-schema";
import fc from "fast-check";
import { COUNT_ENDPOINT, COUNT_TYPES, countedBy, ENDPOINTS, entityOf, queryPath } from "./siql-endpoints.ts";

interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const described: Description = JSON.parse(
  readFileSync(new URL("../../../security-manager/openapi.json", import.meta.url), "utf8"),
);

describe("the endpoints of queries", () => {
  it("are those of the manager", () => {
    const paths = Object.keys(described.paths).filter((path) => /\/siql\/.*(?:paged-search|count)$/.test(path));
    expect([...ENDPOINTS].toSorted()).toEqual(paths.toSorted());
  });

  it("count what the manager counts", () => {
    const parameter = described.paths[COUNT_ENDPOINT]?.get?.parameters.find(({ name }) => name === "countType");
    expect([...COUNT_TYPES].toSorted()).toEqual(parameter?.schema.enum?.toSorted());
    expect(COUNT_TYPES.map(countedBy)).not.toContain(undefined);
  });

  it.each(ENDPOINTS.filter((endpoint) => endpoint !== COUNT_ENDPOINT))(
    "%s: every page is read as a table",
    (endpoint) => {
      const { schema } = described.paths[endpoint]?.get?.responses["200"]?.content["application/json"] ?? {};
      if (schema?.properties === undefined) throw new Error(`${endpoint} is not described`);
      const find = (reference: string) => described.components.schemas[reference.split("/").at(-1) ?? ""] ?? {};
      const pages = arbitraryOf(schema, find) as fc.Arbitrary<{ results: unknown[] }>;
      fc.assert(
        fc.property(pages, (page) => {
          const table = entityOf(endpoint)?.page.parse({ ...page, count: page.results.length });
          expect(table?.rows).toHaveLength(page.results.length);
          for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.columns.length ?? -1);
        }),
        { numRuns: 30 },
      );
    },
  );

  it("write a query into a path", () => {
    expect(queryPath(COUNT_ENDPOINT, { q: "rule{name = 'a&b'}", countType: "SECURITYRULE" })).toBe(
      "/siql/count?q=rule%7Bname%20%3D%20'a%26b'%7D&countType=SECURITYRULE",
    );
  });
});
