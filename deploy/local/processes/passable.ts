import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * The user that runs the engines (FerretDB with PostgreSQL, Redis and OpenSearch) if this process is root. PostgreSQL
 * and OpenSearch refuse to run as root. Debian calls this user `nobody`.
 */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * Returns the user that runs the engines and owns their data. If this process is root, this is a user without
 * privileges. Otherwise returns undefined, which stands for the current user.
 */
export function engineUser(uid: number | undefined = process.getuid?.()): { uid: number; gid: number } | undefined {
  return uid === 0 ? NOBODY : undefined;
}

/** Reports whether every user may enter `path` and all folders above it. Folders that do not exist are ignored. */
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
