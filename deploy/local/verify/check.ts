import path from "node:path";
import { runJest, type TestCount } from "./run-jest.ts";
import { printStep, runStep } from "./run-step.ts";
import { staticSteps } from "./static-steps.ts";

/** The root of the workspace. */
export const root = path.resolve(import.meta.dirname, "../../..");

/** Static checks, two at a time, then unit tests. Each static check counts as one test. */
export async function check(): Promise<TestCount> {
  let passed = 0;
  let failed = 0;
  const waiting = [...staticSteps];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step, root);
      printStep(result);
      if (result.ok) passed += 1;
      else failed += 1;
    }
  };
  await Promise.all([work(), work()]);
  const unit = await runJest({ project: "unit", files: [], environment: {}, workers: 2 }, root);
  return { passed: passed + unit.passed, failed: failed + unit.failed };
}

/** Prints the closing line and sets the exit code. */
export function conclude({ passed, failed }: TestCount): void {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
