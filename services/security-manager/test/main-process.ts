import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "@network-access/testkit/until";

/** `main.ts` as a process of its own. */
export interface MainProcess {
  readonly origin: string;
  /** Ends the process in the middle of whatever it does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the process, and resolves when it is ready. Throws if it ends by itself before. */
export async function startMainProcess(
  environment: Readonly<Record<string, string>>,
  port: number,
): Promise<MainProcess> {
  const main = new URL("../src/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--no-warnings", main], {
    env: { ...environment, PORT: String(port) },
    stdio: ["ignore", process.env.TEST_LOG_LEVEL ? "inherit" : "ignore", "inherit"],
  });
  const exit = once(child, "exit");
  const origin = `http://127.0.0.1:${port}`;
  await until("the start of a process", () => isReady(child, origin), 60_000, 50);
  return {
    origin,
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

function isReady({ exitCode, signalCode }: ChildProcess, origin: string): Promise<boolean> {
  if (exitCode !== null || signalCode !== null) throw new Error(`the process ended with ${exitCode ?? signalCode}`);
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
