import { afterAll, expect, test } from "@jest/globals";
import { removeFolders, setUp } from "../test/policy-command.ts";

afterAll(removeFolders);

test("words that are not understood end with 1 and never reach the service", async () => {
  const { run, boundaries } = setUp([], []);
  const { code, complained } = await run("aply . --source shop");
  expect(complained).toContain('"aply" is no command; there are apply, preview, export, lint');
  expect([code, boundaries.log]).toEqual([1, []]);
});
