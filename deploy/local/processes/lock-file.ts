import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A process. `startedAt` is the time at which it started. This time distinguishes the process from a later process with
 * the same id.
 */
interface Process {
  pid: number;
  startedAt: string;
}

/** The content of a lock file. */
export interface LockHolder extends Process {
  purpose: string;
  /**
   * A process that cleans up if the holder of the lock is killed. The lock of a killed holder becomes free only when
   * this process has ended too.
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
      // The file is complete before it is linked to `path`, and the link is created atomically. So no process reads an
      // incomplete lock file.
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

/**
 * Runs `work` under the lock. If another process holds the lock, calls `onWait` once and waits until the lock is free.
 */
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
 * Returns the process that holds the lock, or undefined if the lock is free. If the holder was killed, returns the
 * process that cleans up after the holder, until that process ends.
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

/**
 * Returns the start time of a process in clock ticks since boot. Returns "unknown" if `/proc/<pid>/stat` can't be read.
 */
function startOf(pid: number): string {
  try {
    // The second field is the program's name in parentheses. The name may contain spaces and parentheses, so the fields
    // are counted from the last ")" on.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "unknown";
  } catch {
    return "unknown";
  }
}
