import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { until } from "./until.ts";

/** The `main.ts` of a service as a process of its own. */
export interface MainProcess {
  /** Returns the resident memory in MiB. Throws if the process has ended. */
  residentMiB(): Promise<number>;
  /** Kills the process with SIGKILL, even if it has work in progress. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM. If it does not end within 20 s, kills it. */
  stop(): Promise<void>;
}

/**
 * Starts a service that listens on `port`. `heapMiB` limits the heap of its process. Resolves when the service is
 * ready. Throws if the process ends before the service is ready, or if the service is not ready within 180 s.
 */
export async function startMainProcess(
  main: URL,
  environment: Readonly<Record<string, string>>,
  { port, heapMiB }: { readonly port: number; readonly heapMiB?: number },
): Promise<MainProcess> {
  const heap = heapMiB === undefined ? [] : [`--max-old-space-size=${heapMiB}`];
  const child = spawn(process.execPath, ["--no-warnings", ...heap, main.pathname], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment, PORT: String(port) },
    stdio: ["ignore", process.env.TEST_LOG_LEVEL ? "inherit" : "ignore", "inherit"],
  });
  const exit = once(child, "exit");
  await until("the start of a process", () => isReady(child, port), 180_000, 50);
  return {
    async residentMiB() {
      // Reads the memory from Linux. A busy process would respond late to a request for it.
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
      if (kibibytes === undefined) throw new Error("the process has ended");
      return Number(kibibytes) / 1_024;
    },
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await exit;
      clearTimeout(timer);
    },
  };
}

function isReady({ exitCode, signalCode }: ChildProcess, port: number): Promise<boolean> {
  if (exitCode !== null || signalCode !== null) throw new Error(`the process ended with ${exitCode ?? signalCode}`);
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
