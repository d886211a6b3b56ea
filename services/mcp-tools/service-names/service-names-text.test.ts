import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { serviceNamesText } from "./service-names-text.ts";

test("the committed table of service names is as generated; run npm run service-names if not", () => {
  const committed = readFileSync(new URL("../src/arguments/service-names.tsv", import.meta.url), "utf8");
  expect(committed).toBe(serviceNamesText());
});
