import { chmodSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isPassable } from "../processes/passable.ts";

const NAME = "network-access-service";

/**
 * Returns the folder for fetched programs, which all clones of the repository share. It is a folder in
 * `XDG_CACHE_HOME`, or in `~/.cache` if this variable is not set. If root starts this process, the fetched programs run
 * as another user. If other users then have no access to the folder, returns a folder in `/var/cache` instead.
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
