import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { JEST_TASK, type JestTask } from "./jest-task.ts";

export const root = resolve(import.meta.dirname, "../..");

const command = [
  "--no-warnings",
  join(root, "node_modules/jest/bin/jest.js"),
  `--config=${join(import.meta.dirname, "jest.config.mjs")}`,
];

const running = new Set<ChildProcess>();

/** Kills the running tests. The tests of a mutant may never end, and must not outlive this process. */
export function killRunningTests(): void {
  for (const child of running) child.kill("SIGKILL");
}

export type JestEnd = "passed" | "failed" | "silent";

/** Returns the absolute paths of the unit tests that import a file, directly or through other files. */
export async function findRelatedTests(file: string): Promise<readonly string[]> {
  const args = ["--listTests", "--json", "--findRelatedTests", file];
  const { end, output } = await runJest(args, { tests: [], seed: 0 }, 60_000);
  if (end !== "passed") throw new Error(`Jest could not list the tests of ${file}:\n${output}`);
  return JSON.parse(output.slice(output.indexOf("[")));
}

/** Runs the tests of the unchanged code. Returns how many milliseconds each file took. Throws if a test fails. */
export async function timeTests(task: JestTask, silenceMs: number): Promise<ReadonlyMap<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  try {
    const results = join(folder, "results.json");
    const args = ["--maxWorkers=2", "--json", `--outputFile=${results}`, "--runTestsByPath", ...task.tests];
    const { end, output } = await runJest(args, task, silenceMs);
    if (end !== "passed") throw new Error(`The tests fail without a mutant:\n${output}`);
    const { testResults }: { testResults: { name: string; startTime: number; endTime: number }[] } = JSON.parse(
      readFileSync(results, "utf8"),
    );
    return new Map(testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs the tests one after the other until one fails. Returns "silent" if Jest prints nothing for `silenceMs`, which
 * means that a test file does not end.
 */
export async function runTests(task: JestTask, silenceMs: number): Promise<JestEnd> {
  const args = ["--runInBand", "--bail", "--forceExit", "--runTestsByPath", ...task.tests];
  return (await runJest(args, task, silenceMs)).end;
}

function runJest(
  args: readonly string[],
  task: JestTask,
  silenceMs: number,
): Promise<{ end: JestEnd; output: string }> {
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, [JEST_TASK]: JSON.stringify(task) },
  });
  running.add(child);
  return new Promise((done, fail) => {
    let output = "";
    let silent = false;
    const giveUp = (): void => {
      silent = true;
      child.kill("SIGKILL");
    };
    // Jest prints a line when a test file ends. Each output restarts this timer.
    let deadline = setTimeout(giveUp, silenceMs);
    const read = (text: string): void => {
      output += text;
      clearTimeout(deadline);
      deadline = setTimeout(giveUp, silenceMs);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("error", fail);
    child.once("close", (code) => {
      clearTimeout(deadline);
      running.delete(child);
      done({ end: silent ? "silent" : code === 0 ? "passed" : "failed", output });
    });
  });
}
