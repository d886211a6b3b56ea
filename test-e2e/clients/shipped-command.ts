import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

const services = path.resolve(import.meta.dirname, "../../services");

interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly complained: string;
}

/** Runs a command of the service without a terminal. */
export function shippedCommand(
  name: "connector" | "policy" | "estate-import",
  environment: Readonly<Record<string, string>>,
) {
  const command = path.join(services, name, "src/main.ts");
  const start = (...args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } => {
    const child = spawn(process.execPath, ["--no-warnings", command, ...args], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    let complained = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      complained += chunk;
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, printed, complained }));
    });
    return { child, ended };
  };
  return { start, run: (...args: readonly string[]) => start(...args).ended };
}
