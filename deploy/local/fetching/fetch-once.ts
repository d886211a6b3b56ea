import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { withLock } from "../processes/lock-file.ts";
import { makePassableFolder } from "./cache-folder.ts";

/**
 * Creates the folder `target` if it does not exist. If several processes call this function, only one of them does the
 * work, under a lock. It works in a temporary folder, and renames this folder to `target` when the work is complete.
 * Temporary folders that killed processes left behind are removed.
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
