import { spawn } from "node:child_process";
import { workspace } from "@network-access/local-stack/workspace";

export interface StepPlan {
  name: string;
  /** A program of the workspace and its arguments. */
  command: readonly [string, ...string[]];
}

/** Runs a step. The step writes to the output of this process. Returns true if the step succeeds. */
export function runStep({ name, command }: StepPlan, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const [program, ...args] = command;
  console.log(`\n== ${name}`);
  const child = spawn(program, args, { cwd: workspace.root, stdio: "inherit", env: environment });
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once("exit", (code) => resolve(code === 0));
  });
}
