import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** `startedAt` tells a process from a later one with the same number. */
interface Process {
  pid: number;
  startedAt: string;
}

/** What a lock file says about its holder. */
export interface LockHolder extends Process {
  purpose: string;
  /** Ends what the holder leaves behind when it is killed; the lock is held until this one is gone too. */
  heir?: Process;
}

export interface HeldLock {
  /** Says what the holder does now; readable by whoever waits. */
  describe(purpose: string): void;
  /** Names the process that cleans up after us, should we be killed. */
  leaveTo(heirPid: number): void;
  release(): void;
}

/** Takes the lock, or tells who holds it. A lock whose holder is gone is taken over. */
export function takeLock(
  path: string,
  purpose: string,
): { ok: true; lock: HeldLock } | { ok: false; holder: LockHolder } {
  const mine = `${path}.${process.pid}`;
  const holding: LockHolder = { ...identify(process.pid), purpose };
  for (;;) {
    writeHolder(mine, holding);
    try {
      // A link either appears whole or not at all, so nobody ever reads half a lock.
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
