import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPassable } from "./passable.ts";

/** The file system in memory that Linux mounts. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES = 4 * 1_024 ** 3;

/**
 * Creates an empty folder for the data of engines. All users can read the folder, because engines run as another user
 * if this process is root. The caller must remove the folder. With `inMemory`, the folder is in the memory file system
 * `/dev/shm` if at least 4 GiB are free there. Engines then write faster, but a run of all tests needs 1 GiB more
 * memory.
 */
export function temporaryDataFolder({ inMemory = false } = {}): string {
  const onDisk = isPassable(tmpdir()) ? tmpdir() : "/var/tmp";
  const parent = inMemory && freeBytes(MEMORY) >= MEMORY_BYTES ? MEMORY : onDisk;
  const folder = mkdtempSync(join(parent, "network-access-"));
  chmodSync(folder, 0o755);
  return folder;
}

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
