import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process. `startedAt` distinguishes it from a later process with the same id. */
interface Process {
  pid: number;
  startedAt: string;
}

/** The content of a lock file. */
export interface LockHolder extends Process {
  purpose: string;
  /**
   * The process that cleans up if the process with the lock (the holder) is killed. The lock is free only when the
   * cleaning process and the holder have both ended.
   */
  heir?: Process;
}

export interface HeldLock {
  /** Publishes what the holder is doing. */
  describe(purpose: string): void;
  /** Registers the process that cleans up if this process is killed. */
  leaveTo(heirPid: number): void;
  release(): void;
}

/** Takes the lock if it is free. Otherwise returns the process that holds it. */
export function takeLock(
  path: string,
  purpose: string,
): { ok: true; lock: HeldLock } | { ok: false; holder: LockHolder } {
  const mine = `${path}.${process.pid}`;
  const holding: LockHolder = { ...identify(process.pid), purpose };
  for (;;) {
    writeHolder(mine, holding);
    try {
      // A link is created atomically, so no process reads an incomplete lock.
      linkSync(mine, path);
      rmSync(mine);
      return { ok: true, lock: heldLock(path, mine, holding) };
    } catch (error) {
      rmSync(mine, { force: true });
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = lockHolder(path);
    if (holder) return { ok: false, holder };
    const stale = `${path}.stale.${process.pid}`;
    try {
      renameSync(path, stale);
      rmSync(stale, { force: true });
    } catch {
      // Another process removed the old lock file first. The next round of this loop tries to take the lock again.
    }
  }
}

/** Runs `work` under the lock. If another process has the lock, reports this once and waits for the lock. */
export async function withLock<Result>(
  path: string,
  purpose: string,
  onWait: (holder: LockHolder) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let isReported = false;
  for (;;) {
    const taken = takeLock(path, purpose);
    if (taken.ok) {
      try {
        return await work();
      } finally {
        taken.lock.release();
      }
    }
    if (!isReported) onWait(taken.holder);
    isReported = true;
    await sleep(250);
  }
}

/**
 * Returns the holder of the lock. If the holder was killed, returns the process that still cleans up after it. Returns
 * undefined when the lock is free.
 */
export function lockHolder(path: string): LockHolder | undefined {
  const written = existsSync(path) ? readHolder(path) : undefined;
  if (written === undefined || isAlive(written)) return written;
  return written.heir && isAlive(written.heir) ? { ...written.heir, purpose: "stopping" } : undefined;
}

function heldLock(path: string, mine: string, holding: LockHolder): HeldLock {
  let now = holding;
  let held = true;
  const rewrite = (change: Partial<LockHolder>) => {
    if (!held) return;
    now = { ...now, ...change };
    writeHolder(mine, now);
    renameSync(mine, path);
  };
  return {
    describe: (purpose) => rewrite({ purpose }),
    leaveTo: (heirPid) => rewrite({ heir: identify(heirPid) }),
    release() {
      if (held) rmSync(path, { force: true });
      held = false;
    },
  };
}

function writeHolder(file: string, holder: LockHolder): void {
  writeFileSync(file, `${JSON.stringify(holder)}\n`);
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const { pid, startedAt, purpose, heir } = JSON.parse(readFileSync(path, "utf8")) as Partial<LockHolder>;
    if (pid === undefined || startedAt === undefined || purpose === undefined) return undefined;
    return { pid, startedAt, purpose, ...(heir && { heir }) };
  } catch {
    return undefined;
  }
}

const identify = (pid: number): Process => ({ pid, startedAt: startOf(pid) });

function isAlive({ pid, startedAt }: Process): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return startOf(pid) === startedAt;
}

/** Returns the time at which a process started, in clock ticks since boot, or "unknown" without /proc. */
function startOf(pid: number): string {
  try {
    // The name in parentheses may contain any character, so fields are counted after the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "unknown";
  } catch {
    return "unknown";
  }
}
