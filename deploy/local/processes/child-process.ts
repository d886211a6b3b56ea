import { type ChildProcess as NodeChild, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EndingOrder, OrphanGuard } from "./orphan-guard.ts";
import { lastLines } from "./run-program.ts";

/** How a long-running process is started and stopped. */
export interface ChildPlan {
  name: string;
  command: string;
  args: readonly string[];
  environment: Record<string, string | undefined>;
  folder: string;
  /** The file to which standard output and standard error are appended. */
  log: string;
  user?: { uid: number; gid: number } | undefined;
  /** How much less processor time than other processes it gets when all need some, from 1 to 19. The default is 0. */
  niceness?: number | undefined;
  order: EndingOrder;
  /** The default is SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /**
   * How many milliseconds the process may take to end after the stop signal. Then its process group is killed. The
   * default is 15,000.
   */
  stopDeadlineMs?: number;
  guard: OrphanGuard;
  /** Called when the process ends unexpectedly. */
  onCrash?: ((crash: Crash) => void) | undefined;
}

export interface Crash {
  name: string;
  ending: string;
  log: string;
}

/**
 * A child process in a process group of its own. The terminal sends Ctrl-C only to the group of the parent process, so
 * that the parent process can stop its children in order.
 */
export interface ChildProcess {
  readonly name: string;
  readonly pid: number;
  readonly log: string;
  /**
   * Resolves when the process has ended, with its exit code or signal as a text, such as "code 0" or "SIGKILL". Never
   * rejects.
   */
  readonly ended: Promise<string>;
  isRunning(): boolean;
  /** Sends a signal to the process. After this call, the end of the process does not count as a crash. */
  kill(signal: NodeJS.Signals): void;
  /**
   * Sends the stop signal and waits until the process has ended. If the process has not ended after `stopDeadlineMs`,
   * kills its process group.
   */
  stop(): Promise<void>;
}

export async function startChild(plan: ChildPlan): Promise<ChildProcess> {
  const child = await spawnLogged(plan);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${plan.name} could not be started: \`${plan.command}\` has no process id`);
  if (plan.niceness !== undefined) lowerPriority(pid, plan.niceness);
  const stopSignal = plan.stopSignal ?? "SIGTERM";
  plan.guard.watch(pid, plan.order, stopSignal);
  let running = true;
  let expected = false;
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      running = false;
      plan.guard.unwatch(pid);
      sendTo(-pid, "SIGKILL");
      const ending = signal ?? `code ${code}`;
      resolve(ending);
      if (!expected) plan.onCrash?.({ name: plan.name, ending, log: plan.log });
    });
  });
  return {
    name: plan.name,
    pid,
    log: plan.log,
    ended,
    isRunning: () => running,
    kill(signal) {
      expected = true;
      if (running) sendTo(pid, signal);
    },
    async stop() {
      expected = true;
      if (!running) return;
      sendTo(pid, stopSignal);
      const killer = setTimeout(() => sendTo(-pid, "SIGKILL"), plan.stopDeadlineMs ?? 15_000);
      await ended;
      clearTimeout(killer);
    },
  };
}

/**
 * Polls until a started process is ready. If the deadline passes or the process ends first, throws an error with the
 * last lines of the process's log.
 */
export async function waitUntilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  deadlineMs: number,
  everyMs = 100,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await isReady().catch(() => false))) {
    if (!child.isRunning())
      throw new Error(
        `${child.name} ended (${await child.ended}) before it was ready; the end of ${child.log}:\n${logTail(child.log)}`,
      );
    if (Date.now() > deadline)
      throw new Error(
        `${child.name} was not ready within ${deadlineMs / 1_000} s; the end of ${child.log}:\n${logTail(child.log)}`,
      );
    await sleep(everyMs);
  }
}

/** Returns the last lines of a log file, indented. */
export function logTail(file: string, count = 15): string {
  try {
    return lastLines(readFileSync(file, "utf8"), count).replace(/^/gm, "    ") || "    (the log is empty)";
  } catch {
    return "    (there is no log)";
  }
}

function spawnLogged(plan: ChildPlan): Promise<NodeChild> {
  mkdirSync(dirname(plan.log), { recursive: true });
  const output = openSync(plan.log, "a");
  const child = spawn(plan.command, plan.args, {
    cwd: plan.folder,
    env: plan.environment,
    stdio: ["ignore", output, output],
    detached: true,
    ...plan.user,
  });
  closeSync(output);
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child));
    child.once("error", (cause) => reject(new Error(`${plan.name} could not be started: ${cause.message}`, { cause })));
  });
}

/** Does nothing if the system refuses it, because a test or a stack also works without it. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
    // Linux can divide the processor time between sessions first. Each child is in a session of its own, so the
    // niceness of a child alone has no effect then.
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // The process has already ended, or the system has no such file or refuses to change it.
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
