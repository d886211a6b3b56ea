import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { makePassableFolder } from "../fetching/cache-folder.ts";
import { engineUser, isPassable } from "../processes/passable.ts";

/** Creates a data folder that the engines' user owns and can reach. */
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

/** Creates a folder inside an engine's data folder, with the same owner, and returns its path. */
export function engineSubfolder(path: string, user: { uid: number; gid: number } | undefined): string {
  mkdirSync(path, { recursive: true });
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}
