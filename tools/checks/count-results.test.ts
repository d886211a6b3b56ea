import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { add, readJestCounts, takeJestCounts } from "./count-results.ts";

test("failed tests and files that could not be run both count as failed", () => {
  const counts = readJestCounts('{"numPassedTests":3,"numFailedTests":1,"numRuntimeErrorTestSuites":2}');
  expect(counts).toEqual({ passed: 3, failed: 3 });
  expect(add(counts, { passed: 1, failed: 0 })).toEqual({ passed: 4, failed: 3 });
});

test("a run without results, or that fails without a failed test, is a failure", () => {
  const file = join(mkdtempSync(join(tmpdir(), "counts-")), "results.json");
  expect(takeJestCounts(file, true)).toEqual({ passed: 0, failed: 1 });
  writeFileSync(file, '{"numPassedTests":3}');
  expect(takeJestCounts(file, false)).toEqual({ passed: 3, failed: 1 });
  expect(existsSync(file)).toBe(false);
});
