import { setTimeout as sleep } from "node:timers/promises";
import { type HeldLock, takeLock } from "./processes/lock-file.ts";

const STOPPING_DEADLINE_MS = 60_000;

/**
 * Takes the start lock of this clone. If a stack that is stopping holds the lock, waits up to 60 s for it. If the lock
 * is still held after this time, or if its holder is not stopping, prints an error and ends this process.
 */
export async function holdClone(lockFile: string): Promise<HeldLock> {
  const deadline = Date.now() + STOPPING_DEADLINE_MS;
  for (let isReported = false; ; isReported = true) {
    const taken = takeLock(lockFile, "running");
    if (taken.ok) return taken.lock;
    if (taken.holder.purpose !== "stopping" || Date.now() > deadline) {
      console.error(
        `A stack of this clone is already ${taken.holder.purpose} (process ${taken.holder.pid}); stop it with Ctrl-C there or with \`kill ${taken.holder.pid}\`.`,
      );
      process.exit(1);
    }
    if (!isReported) console.log("Waiting for a stack of this clone to stop");
    await sleep(200);
  }
}
