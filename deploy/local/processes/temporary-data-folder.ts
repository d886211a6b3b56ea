import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPassable } from "./passable.ts";

/** An empty folder that engines can use also when we are root; whoever asks for it removes it. */
export function temporaryDataFolder(): string {
  const parent = isPassable(tmpdir()) ? tmpdir() : "/var/tmp";
  const folder = mkdtempSync(join(parent, "network-access-"));
  chmodSync(folder, 0o755);
  return folder;
}
