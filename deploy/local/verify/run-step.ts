import { spawn } from "node:child_process";

/** One thing that is checked: a command that exits 0 when all is well. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

/** How one step ended. `output` is what the command printed. */
export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly output: string;
}

/** Longest any single check may take before it counts as failed. */
const STEP_DEADLINE_MS = 180_000;

/** Runs a step in `folder`; never throws. Kills it after three minutes and says so. */
export function runStep({ name, command }: Step, folder: string): Promise<StepResult> {
  const began = performance.now();
  const [program = "", ...args] = command;
  return new Promise((resolve) => {
    const output: string[] = [];
    const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const deadline = setTimeout(() => {
      output.push(`ended after ${STEP_DEADLINE_MS / 1_000} s without an answer\n`);
      child.kill("SIGKILL");
    }, STEP_DEADLINE_MS);
    const end = (ok: boolean) => {
      clearTimeout(deadline);
      resolve({ name, ok, ms: performance.now() - began, output: output.join("") });
    };
    child.stdout.on("data", (chunk) => output.push(String(chunk)));
    child.stderr.on("data", (chunk) => output.push(String(chunk)));
    child.on("error", (error) => {
      output.push(`${error.message}\n`);
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}

/** Prints a line per step, and the output of those that failed. */
export function printStep({ name, ok, ms, output }: StepResult): void {
  console.log(`${ok ? "ok    " : "FAILED"} ${name} (${(ms / 1_000).toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, "       "));
}
