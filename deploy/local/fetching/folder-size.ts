import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the number of bytes of all files below a folder. Files that vanish during the count are counted as 0. */
export function folderSize(folder: string): number {
  let size = 0;
  for (const name of list(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) size += folderSize(path);
    else size += stat?.size ?? 0;
  }
  return size;
}

/** Formats a number of bytes, such as "141 MB". */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
