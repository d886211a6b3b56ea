import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryOf } from "../load/process-memory.ts";

const SAMPLE_MS = 20;

/**
 * Runs a Node program. Returns its duration in milliseconds, its peak memory and its output. Throws if the program
 * fails.
 */
export async function runMeasured(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly ms: number; readonly mostMb: number; readonly printed: string }> {
  const beganAt = performance.now();
  const child = spawn(process.execPath, ["--no-warnings", ...args], {
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk));
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  let isRunning = true;
  void ended.finally(() => (isRunning = false)).catch(() => undefined);
  let mostMb = 0;
  while (isRunning) {
    mostMb = Math.max(mostMb, (child.pid !== undefined && memoryOf(child.pid)?.mostMb) || 0);
    await sleep(SAMPLE_MS);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${printed.slice(-2_000)}`);
  return { ms: performance.now() - beganAt, mostMb, printed };
}
