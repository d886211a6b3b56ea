import { readFileSync } from "node:fs";
import { operationFromDocument, Supergraph } from "@apollo/federation-internals";
import { computeResponse } from "@apollo/gateway/dist/resultShaping.js";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { executeSync, Kind, parse, visit } from "graphql";
import { composeSupergraph } from "../../compose-supergraph.ts";
import { corrupt, madeUpResolver } from "../../test/made-up-data.ts";
import { randomOperation } from "../../test/random-operation.ts";
import { richSubgraphs } from "../../test/rich-subgraphs.ts";
import { compileShape } from "./compile-shape.ts";

const rich = composeSupergraph(richSubgraphs);
if (!rich.ok) throw new Error(rich.reasons.join("\n"));
const product = readFileSync(new URL("../../supergraph.graphql", import.meta.url), "utf8");

describe.each([
  ["a schema with everything", rich.supergraph],
  ["the product's", product],
])("over %s", (_, sdl) => {
  const supergraph = Supergraph.build(sdl);
  const apiSchema = supergraph.apiSchema();
  const schema = apiSchema.toGraphQLJSSchema();
  // The schema with all types and fields. Test data is generated from this schema, because subgraphs may also return
  // types and fields that are hidden from clients.
  const wholeSchema = supergraph.schema.toGraphQLJSSchema();

  /**
   * Generates the data that the fetches for an operation would return. This includes the `__typename` of every object,
   * which the query planner adds.
   */
  function fetched(text: string, variables: Readonly<Record<string, unknown>>, seed: string) {
    const document = visit(parse(text), {
      SelectionSet: (node) => ({
        ...node,
        selections: [...node.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } } as const],
      }),
    });
    const fieldResolver = madeUpResolver(seed, 3);
    const { data } = executeSync({ schema: wholeSchema, document, variableValues: variables, fieldResolver });
    return JSON.parse(JSON.stringify(data ?? {})) as Record<string, unknown>;
  }

  function stock(text: string, variables: Record<string, unknown>, input: Record<string, unknown>) {
    const operation = operationFromDocument(apiSchema, parse(text));
    try {
      const { data, errors } = computeResponse({
        operation,
        variables,
        input,
        introspectionHandling: () => "introspected",
      });
      // `computeResponse` of the Apollo gateway reports an error for each path at which a required value was missing or
      // a value was invalid. It reports no error if the value of a selected `__typename` can't be determined.
      return { data: JSON.stringify(data), holes: errors.map(({ path }) => path) };
    } catch {
      return "broken";
    }
  }

  function compiled(text: string, variables: Record<string, unknown>, input: Record<string, unknown>) {
    const shape = compileShape(operationFromDocument(apiSchema, parse(text)), () => "introspected");
    try {
      const { data, holes } = shape(input, variables);
      return { data: JSON.stringify(data), holes };
    } catch {
      return "broken";
    }
  }

  test("random operations are answered as by the Apollo gateway, whatever was fetched", () => {
    fc.assert(
      fc.property(randomOperation(schema), fc.string(), fc.nat({ max: 4 }), ({ text, variables }, seed, times) => {
        const { __typename: _, ...input } = corrupt(fetched(text, variables, seed), seed, times) as object & {
          __typename?: unknown;
        };
        expect(compiled(text, variables, input)).toEqual(stock(text, variables, structuredClone(input)));
      }),
      { numRuns: Number(process.env.RUNS ?? 300), endOnFailure: true },
    );
  });
});
