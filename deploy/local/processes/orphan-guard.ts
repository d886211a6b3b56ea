import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** In which order processes end when their parent vanished: services before the engines they use, the database last. */
export type EndingOrder = "service" | "engine" | "database";

/**
 * Ends what we started when we ourselves are gone without a word (SIGKILL, out of memory). A small process in a group of
 * its own holds the list; it learns of our end because its input closes.
 */
export interface OrphanGuard {
  readonly pid: number;
  watch(pid: number, order: EndingOrder, signal: NodeJS.Signals): void;
  forget(pid: number): void;
  /** Ends the guard alone: whatever it watched has ended already. */
  end(): void;
  /** Lets the guard end everything now, in order, and waits for it. What is started after this is killed at once. */
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
  // A pipe at run time, whatever the general type says; it must not keep a finished test run alive.
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  guard.stdin.on("error", () => undefined);
  const say = (line: string) => void (guard.stdin.writable && guard.stdin.write(`${line}\n`));
  return {
    pid: guard.pid,
    watch(pid, order, signal) {
      if (ending) process.kill(-pid, "SIGKILL");
      else say(`watch ${pid} ${order} ${signal}`);
    },
    forget: (pid) => say(`forget ${pid}`),
    end: () => void guard.stdin.end("end\n"),
    async endEverything() {
      ending = true;
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}
