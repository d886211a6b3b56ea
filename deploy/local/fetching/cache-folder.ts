import { chmodSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isPassable } from "../processes/passable.ts";

const NAME = "network-access-service";

/**
 * Returns the folder of fetched programs, which all clones share. It is in `XDG_CACHE_HOME` or `~/.cache`. Under root,
 * programs run as another user, so `/var/cache` is used if other users can't enter the usual folder.
 */
export function cacheFolder(
  environment: Record<string, string | undefined>,
  isRoot: boolean = process.getuid?.() === 0,
  passable: (path: string) => boolean = isPassable,
): string {
  const wanted = join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), NAME);
  return isRoot && !passable(wanted) ? join("/var/cache", NAME) : wanted;
}

/** Creates a folder that every user can enter, whatever the umask. */
export function makePassableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = join(made, "..")) chmodSync(made, 0o755);
}
