import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { withLock } from "../processes/lock-file.ts";
import { makePassableFolder } from "./cache-folder.ts";

/**
 * Makes `target` once for everybody: in a folder beside it, under a lock, and moved into place when it is whole.
 * What a killed run left behind is removed first.
 */
export async function fetchOnce(
  target: string,
  tell: (line: string) => void,
  make: (staging: string) => Promise<void>,
): Promise<void> {
  if (existsSync(target)) return;
  makePassableFolder(dirname(target));
  const onWait = ({ pid }: { pid: number }) =>
    tell(`${basename(target)} is being fetched by process ${pid}; waiting for it`);
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
