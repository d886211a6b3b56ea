import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { composeSupergraph } from "./compose-supergraph.ts";
import { readSubgraphs } from "./read-subgraphs.ts";

const committed = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

describe("the committed files", () => {
  const composition = composeSupergraph(readSubgraphs());

  test("are made of subgraphs that fit together", () => {
    expect(composition.ok ? [] : composition.reasons).toEqual([]);
  });

  test("are byte by byte what `npm run compose` writes", () => {
    expect(composition).toEqual({
      ok: true,
      supergraph: committed("supergraph.graphql"),
      apiSchema: committed("api-schema.graphql"),
    });
  });
});
