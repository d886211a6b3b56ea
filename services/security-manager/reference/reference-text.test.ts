import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { referenceText } from "./reference-text.ts";

test("docs/siql.md is what the table of stanzas says; npm run siql-reference writes it again", () => {
  expect(readFileSync(new URL("../../../docs/siql.md", import.meta.url), "utf8")).toBe(referenceText());
});
