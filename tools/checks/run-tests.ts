import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledSources, workspace } from "@network-access/local-stack/workspace";
import { add, type Counts, takeJestCounts } from "./count-results.ts";
import { runStep, type StepPlan } from "./run-step.ts";
import { withEngines } from "./with-engines.ts";

const JEST = [process.execPath, "--no-warnings", "node_modules/jest/bin/jest.js"] as const;

/** Checks of the sources. The unit tests include composition. */
const checks: StepPlan[] = [
  { name: "format and lint", command: ["biome", "ci", "."] },
  { name: "types", command: ["tsc", "--noEmit", "-p", "tsconfig.json"] },
  { name: "direction rules", command: ["npm", "run", "--silent", "direction"] },
  { name: "leftovers", command: ["knip"] },
  { name: "breaking changes", command: ["npm", "run", "--silent", "breaking"] },
];

const [scope, ...files] = process.argv.slice(2);
let counts: Counts = { passed: 0, failed: 0 };
// The checks are not awaited here, so that in a full run the engines start during the checks.
const checked = runChecks();
if (scope === "everything") {
  await withEngines(
    async (engines) => {
      // Jest workers, services and commands are started many times. This cache makes sure that their sources are
      // compiled only once.
      const environment = { ...engines, NODE_COMPILE_CACHE: compiledSources(workspace.root) };
      await checked;
      await runJest("unit and integration tests", ["unit", "programs", "engines"], [], environment);
      // Three stacks at a time keep two cores busy. More would not end sooner, and calls would exceed their deadlines.
      await runJest("end-to-end tests", ["e2e", "faults"], ["--maxWorkers=3"], environment);
    },
    { inMemory: true },
  );
} else {
  await checked;
  await runJest("unit tests", ["unit"], [], process.env);
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

/** Runs the checks, unless the command names test files. */
async function runChecks(): Promise<void> {
  for (const check of files.length === 0 ? checks : []) {
    const succeeded = await runStep(check, process.env);
    counts = add(counts, succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  }
}

async function runJest(
  name: string,
  projects: string[],
  flags: string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const results = join(tmpdir(), `test-results-${process.pid}.json`);
  const selected = projects.map((project) => `--selectProjects=${project}`);
  const report = ["--passWithNoTests", "--json", `--outputFile=${results}`];
  const succeeded = await runStep(
    { name, command: [...JEST, ...selected, ...flags, ...report, "--", ...files] },
    environment,
  );
  counts = add(counts, takeJestCounts(results, succeeded));
}
