import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { resolverTypesFile, resolverTypesText, type SubgraphName } from "./resolver-types.ts";
import { subgraphs } from "./subgraphs.ts";

test.each(Object.keys(subgraphs) as SubgraphName[])("the resolver types of %s are what its SDL gives", async (name) => {
  expect(readFileSync(resolverTypesFile(name), "utf8")).toBe(await resolverTypesText(name));
});
