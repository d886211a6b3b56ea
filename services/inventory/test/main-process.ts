import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

/** `main.ts` as a process of its own. */
export interface MainProcess {
  /** Its resident memory. Throws when the process has ended by itself. */
  residentMiB(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the process with a heap limit. Resolves when it is ready. */
export async function startMainProcess(
  environment: Readonly<Record<string, string>>,
  { port, heapMiB }: { readonly port: number; readonly heapMiB: number },
): Promise<MainProcess> {
  const main = new URL("../src/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--no-warnings", `--max-old-space-size=${heapMiB}`, main], {
    env: { ...environment },
    stdio: ["ignore", "ignore", process.env.TEST_LOG_LEVEL ? "inherit" : "ignore"],
  });
  const exit = once(child, "exit");
  const until = Date.now() + 60_000;
  while (!(await isReady(port))) {
    mustRun(child);
    if (Date.now() > until) throw new Error("the process does not get ready");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    async residentMiB() {
      mustRun(child);
      // From the system, because a busy process answers late.
      const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(child.pid)]);
      return Number(stdout) / 1_024;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await exit;
      clearTimeout(timer);
    },
  };
}

function mustRun({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null) throw new Error(`the process ended with ${exitCode ?? signalCode}`);
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
