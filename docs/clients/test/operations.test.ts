import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { operationsText } from "../typescript/write-operations.ts";

test("the committed types are byte by byte what `npm run client-types` writes", async () => {
  const committed = readFileSync(new URL("../typescript/operations.generated.ts", import.meta.url), "utf8");
  expect(committed).toBe(await operationsText());
});
