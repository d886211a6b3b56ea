import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * The user that runs the servers if this process is root, because the servers refuse to run as root. Debian calls this
 * user `nobody`.
 */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * Returns the user that owns and runs the engines: a user without privileges if this process is root, and otherwise
 * undefined, which stands for the current user.
 */
export function engineUser(uid: number | undefined = process.getuid?.()): { uid: number; gid: number } | undefined {
  return uid === 0 ? NOBODY : undefined;
}

/** Returns whether any user may enter every existing folder from the root to `path`. */
export function isPassable(path: string, modeOf: (folder: string) => number | undefined = modeOfFolder): boolean {
  let folder = resolve(path);
  for (;;) {
    const mode = modeOf(folder);
    if (mode !== undefined && (mode & 0o001) === 0) return false;
    const parent = dirname(folder);
    if (parent === folder) return true;
    folder = parent;
  }
}

function modeOfFolder(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.mode;
}
