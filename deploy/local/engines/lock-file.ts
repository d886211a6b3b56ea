import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** What a lock file says about its holder. `startedAt` tells a holder from a later process with the same number. */
export interface LockHolder {
  pid: number;
  startedAt: string;
  purpose: string;
}

export interface HeldLock {
  /** Says what the holder does now; readable by whoever waits. */
  describe(purpose: string): void;
  release(): void;
}

/** Takes the lock, or tells who holds it. A lock whose holder is gone is taken over. */
export function takeLock(
  path: string,
  purpose: string,
): { ok: true; lock: HeldLock } | { ok: false; holder: LockHolder } {
  const mine = `${path}.${process.pid}`;
  const write = (text: string) =>
    writeFileSync(mine, `${JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid), purpose: text })}\n`);
  for (;;) {
    write(purpose);
    try {
      // A link either appears whole or not at all, so nobody ever reads half a lock.
      linkSync(mine, path);
      rmSync(mine);
      return { ok: true, lock: heldLock(path, mine, write) };
    } catch (error) {
      rmSync(mine, { force: true });
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = readHolder(path);
    if (holder && isHeld(holder)) return { ok: false, holder };
    const stale = `${path}.stale.${process.pid}`;
    try {
      renameSync(path, stale);
      rmSync(stale, { force: true });
    } catch {
      // Someone else removed it first: try again.
    }
  }
}

/** Runs `work` under the lock; while another process holds it, waits and says so once. */
export async function withLock<Result>(
  path: string,
  purpose: string,
  onWait: (holder: LockHolder) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let told = false;
  for (;;) {
    const taken = takeLock(path, purpose);
    if (taken.ok) {
      try {
        return await work();
      } finally {
        taken.lock.release();
      }
    }
    if (!told) onWait(taken.holder);
    told = true;
    await sleep(250);
  }
}

/** Who holds the lock now; undefined when nobody does. */
export function lockHolder(path: string): LockHolder | undefined {
  const holder = existsSync(path) ? readHolder(path) : undefined;
  return holder && isHeld(holder) ? holder : undefined;
}

function heldLock(path: string, mine: string, write: (text: string) => void): HeldLock {
  let held = true;
  return {
    describe(purpose) {
      if (!held) return;
      write(purpose);
      renameSync(mine, path);
    },
    release() {
      if (held) rmSync(path, { force: true });
      held = false;
    },
  };
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const { pid, startedAt, purpose } = JSON.parse(readFileSync(path, "utf8")) as Partial<LockHolder>;
    return pid !== undefined && startedAt !== undefined && purpose !== undefined
      ? { pid, startedAt, purpose }
      : undefined;
  } catch {
    return undefined;
  }
}

function isHeld(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return startOf(holder.pid) === holder.startedAt;
}

/** When a process began, in clock ticks since boot; "unknown" where the system does not say. */
function startOf(pid: number): string {
  try {
    // The name in parentheses may hold anything, so fields are counted behind the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "unknown";
  } catch {
    return "unknown";
  }
}
