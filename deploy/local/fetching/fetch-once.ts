import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { withLock } from "../processes/lock-file.ts";
import { makePassableFolder } from "./cache-folder.ts";

/**
 * Creates the folder `target` if it does not exist. A lock ensures that only one process creates the folder, while
 * other processes wait. `make` fills a temporary folder, which is renamed to `target` when it is complete. Temporary
 * folders of killed processes are removed first.
 */
export async function fetchOnce(
  target: string,
  log: (line: string) => void,
  make: (staging: string) => Promise<void>,
): Promise<void> {
  if (existsSync(target)) return;
  makePassableFolder(dirname(target));
  const onWait = ({ pid }: { pid: number }) =>
    log(`${basename(target)} is being fetched by process ${pid}; waiting for it`);
  await withLock(`${target}.lock`, "fetching", onWait, async () => {
    if (existsSync(target)) return;
    for (const name of readdirSync(dirname(target)))
      if (name.startsWith(`${basename(target)}.part`)) rmSync(`${dirname(target)}/${name}`, { recursive: true });
    const staging = `${target}.part-${process.pid}`;
    makePassableFolder(staging);
    await make(staging);
    renameSync(staging, target);
  });
}
