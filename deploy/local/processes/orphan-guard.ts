import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The stage at which a process is stopped: services before their engines, and the database last. */
export type EndingOrder = "service" | "engine" | "database";

/**
 * Stops the child processes of the current process if the current process is killed (SIGKILL, out of memory). The guard
 * is a small process in a process group of its own. It has a list of the child processes. When the current process
 * ends, the input of the guard closes, and the guard stops all processes in its list.
 */
export interface OrphanGuard {
  readonly pid: number;
  watch(pid: number, order: EndingOrder, signal: NodeJS.Signals): void;
  unwatch(pid: number): void;
  /** Ends only the guard. The caller must have stopped all watched processes before. */
  end(): void;
  /**
   * Stops all watched processes in order, and waits until they have ended. A process that is passed to `watch` after
   * this call is killed immediately.
   */
  endEverything(): Promise<void>;
}

export function startOrphanGuard(): OrphanGuard {
  const guard = spawn(process.execPath, [fileURLToPath(new URL("orphan-guard-process.mjs", import.meta.url))], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
  });
  if (guard.pid === undefined) throw new Error("the process that watches for orphans could not be started");
  const ended = new Promise<void>((resolve) => void guard.once("exit", () => resolve()));
  let ending = false;
  guard.unref();
  // Without `unref`, this pipe would keep a finished test run from ending. The declared type of the pipe lacks `unref`.
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  guard.stdin.on("error", () => undefined);
  const send = (line: string) => void (guard.stdin.writable && guard.stdin.write(`${line}\n`));
  return {
    pid: guard.pid,
    watch(pid, order, signal) {
      if (ending) process.kill(-pid, "SIGKILL");
      else send(`watch ${pid} ${order} ${signal}`);
    },
    unwatch: (pid) => send(`unwatch ${pid}`),
    end: () => void guard.stdin.end("end\n"),
    async endEverything() {
      ending = true;
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}
