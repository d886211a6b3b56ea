import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { accessTableText } from "./access-table.ts";

test("docs/manager-access.md is what the routes say; npm run openapi writes it again", () => {
  expect(readFileSync(new URL("../../../docs/manager-access.md", import.meta.url), "utf8")).toBe(accessTableText());
});
