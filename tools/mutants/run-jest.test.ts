import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { findRelatedTests, runTests, timeTests } from "./run-jest.ts";

const path = join(import.meta.dirname, "order-by-nearness.ts");
const source = readFileSync(path, "utf8");
const tests = [join(import.meta.dirname, "order-by-nearness.test.ts")];
const patienceMs = 50_000;

test("the tests of a file are those that import it", async () => {
  expect(await findRelatedTests(path)).toContain(tests[0]);
});

test("tests read the mistake instead of the file, which stays as it is", async () => {
  const wrong = source.replace("shared(b) - shared(a)", "shared(a) - shared(b)");
  expect(wrong).not.toBe(source);
  expect(await runTests({ tests, seed: 1, replaced: { path, source: wrong } }, patienceMs)).toBe("failed");
  expect(await runTests({ tests, seed: 1, replaced: { path, source } }, patienceMs)).toBe("passed");
  expect(readFileSync(path, "utf8")).toBe(source);
});

test("a mistake that never ends is given up after a while without a word", async () => {
  const endless = `for (;;) {}\n${source}`;
  expect(await runTests({ tests, seed: 1, replaced: { path, source: endless } }, 4_000)).toBe("silent");
});

test("tests are timed as they are, and have to pass", async () => {
  const times = await timeTests({ tests, seed: 1 }, patienceMs);
  expect(times.get(tests[0] ?? "")).toBeGreaterThan(0);
  const wrong = { path, source: "throw new Error('wrong');" };
  await expect(timeTests({ tests, seed: 1, replaced: wrong }, patienceMs)).rejects.toThrow("without a mutant");
});
