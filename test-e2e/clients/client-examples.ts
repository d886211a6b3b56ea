import { spawn } from "node:child_process";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../docs/clients");
const commands = {
  TypeScript: [process.execPath, path.join(folder, "typescript/request-access.ts")],
  Python: [process.env.PYTHON ?? "python3", path.join(folder, "python/request_access.py")],
} as const;

/**
 * The languages that are tested. Python is tested only if the environment variable `PYTHON` names the program that runs
 * Python, for example `python3`. The tests do not require Python.
 */
export const languages = (process.env.PYTHON ? ["TypeScript", "Python"] : ["TypeScript"]) as (keyof typeof commands)[];

/** A running example of docs/clients. */
export interface RunningExample {
  /** Returns the output of both streams so far. */
  printed(): string;
  readonly ended: Promise<{ readonly code: number | null; readonly printed: string; readonly complained: string }>;
}

export function runExample(
  language: keyof typeof commands,
  file: string,
  environment: { readonly GRAPH_URL: string; readonly EVENTS_URL: string; readonly GRAPH_TOKEN: string },
): RunningExample {
  const [program, script] = commands[language];
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(program, [script, file], { env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let complained = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    complained += chunk;
  });
  return {
    printed: () => printed + complained,
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, printed, complained }));
    }),
  };
}
