import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { makePassableFolder } from "../fetching/cache-folder.ts";
import { engineUser, isPassable } from "../processes/passable.ts";

/**
 * Creates a data folder. If this process is root, the folder belongs to the unprivileged user that runs the engines.
 * Throws if that user cannot reach the folder.
 */
export function engineFolder(dataFolder: string): {
  dataFolder: string;
  user: { uid: number; gid: number } | undefined;
} {
  const user = engineUser();
  makePassableFolder(dataFolder);
  if (user) {
    chmodSync(dataFolder, 0o755);
    chownSync(dataFolder, user.uid, user.gid);
    if (!isPassable(dataFolder))
      throw new Error(
        `"${dataFolder}" is in a folder that other users can't enter, but as root the engines run as another user`,
      );
  }
  return { dataFolder, user };
}

/**
 * Creates a folder inside an engine's data folder, and returns its path. The folder belongs to `user`, or to the
 * current user if `user` is undefined.
 */
export function engineSubfolder(path: string, user: { uid: number; gid: number } | undefined): string {
  mkdirSync(path, { recursive: true });
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}
