import { chmodSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isPassable } from "../processes/passable.ts";

const NAME = "network-access-service";

/**
 * Where fetched programs lie, shared by every clone: `XDG_CACHE_HOME`, else `~/.cache`. As root, programs run as another
 * user, so a folder that others cannot pass is of no use and `/var/cache` is taken instead.
 */
export function cacheFolder(
  environment: Record<string, string | undefined>,
  isRoot: boolean = process.getuid?.() === 0,
  passable: (path: string) => boolean = isPassable,
): string {
  const wanted = join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), NAME);
  return isRoot && !passable(wanted) ? join("/var/cache", NAME) : wanted;
}

/** Makes a folder that every user can pass, whatever the umask says. */
export function makePassableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = join(made, "..")) chmodSync(made, 0o755);
}
