import { readFileSync, rmSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
}

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
});

/**
 * Reads Jest's results and removes the file. If there are no results, or if the run failed although no test did, this
 * counts as one failure.
 */
export function takeJestCounts(file: string, succeeded: boolean): Counts {
  try {
    const counts = readJestCounts(readFileSync(file, "utf8"));
    rmSync(file);
    return !succeeded && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/**
 * Reads the numbers of passed and failed tests from Jest's results. A test file that could not be run counts as one
 * failure.
 */
export function readJestCounts(json: string): Counts {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(json) as Record<string, number>;
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + (numRuntimeErrorTestSuites ?? 0) };
}
