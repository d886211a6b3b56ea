import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** How many tests ran, and how many of them failed; a file that does not even load counts as one that failed. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

/** One run of Jest: which of its projects, which files (all when empty), with what added to the environment. */
export interface JestRun {
  readonly project: "unit" | "engines" | "e2e";
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Test files at a time. */
  readonly workers: number;
}

/** Runs Jest in `folder`, its report going to the terminal. A run without any result counts as one failure. */
export async function runJest({ project, files, environment, workers }: JestRun, folder: string): Promise<TestCount> {
  const scratch = mkdtempSync(path.join(tmpdir(), "jest-"));
  const outputFile = path.join(scratch, "result.json");
  const args = [
    "--experimental-vm-modules",
    "--no-warnings",
    "node_modules/jest/bin/jest.js",
    "--selectProjects",
    project,
    "--maxWorkers",
    String(workers),
    "--passWithNoTests",
    "--json",
    "--outputFile",
    outputFile,
    ...files,
  ];
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, args, {
        cwd: folder,
        // Jest's report is on standard error; the JSON on standard output is read from the file.
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, ...environment },
      });
      child.on("error", reject);
      child.on("close", () => resolve());
    });
    return readCount(outputFile);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readCount(outputFile: string): TestCount {
  let text: string;
  try {
    text = readFileSync(outputFile, "utf8");
  } catch {
    return { passed: 0, failed: 1 };
  }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(text);
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}
