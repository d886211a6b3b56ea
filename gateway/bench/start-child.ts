import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A process of the benchmark. */
export interface Child {
  /** The parsed line of JSON that `startChild` waited for. */
  readonly said: unknown;
  /** The processor time of the process so far, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

const startDeadlineMs = 30_000;
/**
 * The clock tick in which /proc counts processor time, in milliseconds. It has this length on all current Linux
 * systems.
 */
const tickMs = 10;

/**
 * Starts a file of this folder as a process. Waits at most 30 seconds for a line of JSON that `ready` accepts. Ignores
 * all other lines of its standard output.
 */
export async function startChild(
  file: string,
  env: Readonly<Record<string, string>>,
  ready: (line: unknown) => boolean = () => true,
): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "inherit"] });
  const said = await firstLine(child, ready);
  return {
    said,
    cpuMs() {
      const after = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(after[11]) + Number(after[12])) * tickMs;
    },
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}

async function firstLine(child: ChildProcess, ready: (line: unknown) => boolean): Promise<unknown> {
  const found = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => found.reject(new Error("a process did not start in time")), startDeadlineMs);
  child.once("exit", () => found.reject(new Error("a process ended before it was ready")));
  let text = "";
  let done = false;
  child.stdout?.setEncoding("utf8").on("data", (more: string) => {
    if (done) return;
    const lines = (text + more).split("\n");
    text = lines.pop() ?? "";
    const line = lines.map(parseLine).find((one) => one !== undefined && ready(one));
    if (line === undefined) return;
    done = true;
    found.resolve(line);
  });
  try {
    return await found.promise;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const report = z.object({
  "2xx": z.number(),
  non2xx: z.number(),
  errors: z.number(),
  latency: z.object({ p50: z.number(), p99: z.number() }),
});

/**
 * Sends requests over 16 connections for `seconds` seconds, from a separate process. Throws unless every response has
 * the status 200.
 */
export async function load(url: string, token: string, query: string, seconds: number) {
  const autocannon = fileURLToPath(import.meta.resolve("autocannon"));
  const head = [`authorization=Bearer ${token}`, "content-type=application/json"].flatMap((header) => ["-H", header]);
  const options = ["-j", "-n", "-c", "16", "-d", String(seconds), "-m", "POST", "-b", JSON.stringify({ query })];
  const child = spawn(process.execPath, [autocannon, ...options, ...head, url], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    text += more;
  });
  await once(child, "close");
  const { "2xx": answered, non2xx, errors, latency } = report.parse(JSON.parse(text));
  if (non2xx > 0 || errors > 0 || answered === 0)
    throw new Error(`${non2xx + errors} requests were not answered with 200`);
  return { answered, p50Ms: latency.p50, p99Ms: latency.p99 };
}
