import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The stage in which a process is stopped. Services are stopped first, then engines, and the database last. */
export type EndingOrder = "service" | "engine" | "database";

/**
 * Stops the children of this process after this process has been killed, for example by SIGKILL or because memory ran
 * out. The guard is a small process in its own process group. It has a list of the children. When this process ends,
 * the standard input of the guard is closed, and the guard stops all children in the list.
 */
export interface OrphanGuard {
  readonly pid: number;
  watch(pid: number, order: EndingOrder, signal: NodeJS.Signals): void;
  unwatch(pid: number): void;
  /** Ends only the guard. The caller must have stopped all watched processes before. */
  end(): void;
  /**
   * Stops all watched processes in the order of `EndingOrder`, and waits until they and the guard have ended. If
   * `watch` is called after this call, the process that it receives is killed immediately.
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
  // Without `unref`, this pipe to the guard would keep a finished test run alive. The declared type of the pipe has no
  // `unref`, so its presence is checked here.
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
