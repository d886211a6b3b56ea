import { setTimeout as sleep } from "node:timers/promises";
import { type HeldLock, takeLock } from "./processes/lock-file.ts";

const STOPPING_DEADLINE_MS = 60_000;

/** Takes this clone's start lock. A stack that is just stopping is waited for; a running one is named, and we end. */
export async function holdClone(lockFile: string): Promise<HeldLock> {
  const deadline = Date.now() + STOPPING_DEADLINE_MS;
  for (let told = false; ; told = true) {
    const taken = takeLock(lockFile, "running");
    if (taken.ok) return taken.lock;
    if (taken.holder.purpose !== "stopping" || Date.now() > deadline) {
      console.error(
        `A stack of this clone is ${taken.holder.purpose} already (process ${taken.holder.pid}); end it with Ctrl-C there, or with \`kill ${taken.holder.pid}\`.`,
      );
      process.exit(1);
    }
    if (!told) console.log("Waiting for the stack of this clone that is just stopping");
    await sleep(200);
  }
}
