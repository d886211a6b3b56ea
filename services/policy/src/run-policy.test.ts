import { afterAll, expect, test } from "@jest/globals";
import { removeFolders, setUp } from "../test/policy-command.ts";
import { readDestination } from "./config.ts";

afterAll(removeFolders);

test("wrong arguments end with 64 and never reach the service", async () => {
  const { run, boundaries } = setUp([], []);
  const { code, complained } = await run("aply . --source shop");
  expect(complained).toContain('"aply" is not a command; the commands are apply, preview, export, lint');
  expect([code, boundaries.log]).toEqual([64, []]);
});

test("an error about a flag is one line, with control characters escaped", async () => {
  const { run } = setUp([], []);
  const ambiguous = await run("apply . --source --yes");
  expect(ambiguous.complained).toContain("Option '--source' argument is ambiguous. Did you forget");
  const odd = await run("apply . --source shop --\u001b[2J\u009b1A");
  expect(odd.complained).toContain("Unknown option '--\\u001b[2J\\u009b1A'");
  expect([ambiguous.code, odd.code]).toEqual([64, 64]);
});

test("settings that are missing are named, and end with 78", async () => {
  const { run, boundaries } = setUp([], [], { readDestination: () => readDestination({}, undefined) });
  const { code, complained } = await run("apply . --source shop");
  expect(complained).toContain("GRAPH_URL: is missing\n  GRAPH_TOKEN: is missing");
  expect([code, boundaries.log]).toEqual([78, []]);
});
