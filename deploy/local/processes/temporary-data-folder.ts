import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPassable } from "./passable.ts";

/** Creates an empty folder that engines can use, even under root. The caller removes it. */
export function temporaryDataFolder(): string {
  const parent = isPassable(tmpdir()) ? tmpdir() : "/var/tmp";
  const folder = mkdtempSync(join(parent, "network-access-"));
  chmodSync(folder, 0o755);
  return folder;
}
