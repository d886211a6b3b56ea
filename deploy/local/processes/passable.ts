import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The user that servers run as when we are root: they refuse to run as root themselves. It is `nobody` on Debian. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Who owns and runs the engines: another user when we are root, else nobody but ourselves (undefined). */
export function engineUser(uid: number | undefined = process.getuid?.()): { uid: number; gid: number } | undefined {
  return uid === 0 ? NOBODY : undefined;
}

/** True when every existing folder from the root down to `path` may be passed by any user. */
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
