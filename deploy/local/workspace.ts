import { createHash } from "node:crypto";
import { basename, join, resolve } from "node:path";
import { isPassable } from "./processes/passable.ts";

const root = resolve(import.meta.dirname, "../..");
const data = join(root, ".data");

/**
 * The paths of the files that the local stack of this clone uses. All are in `.data`, except possibly the engines' data
 * (see `engineDataFolder`).
 */
export const workspace = {
  root,
  data,
  stackFile: join(data, "stack.json"),
  lockFile: join(data, "start.lock"),
  keyFile: join(data, "issuer", "keys.json"),
  demonstrationFile: join(data, "demonstration.json"),
  estateDemonstrationFile: join(data, "estate-demonstration.json"),
  logs: join(data, "logs"),
  engineData: engineDataFolder(root, process.getuid?.() === 0, isPassable),
};

/**
 * Returns the folder in which Node caches the compiled sources of a clone. Processes that start later need not compile
 * these sources again.
 */
export function compiledSources(clone: string): string {
  return join(clone, ".data", "compiled");
}

/**
 * Returns `.data/engines` in this clone of the repository. If this process is root and other users can't enter that
 * folder, returns a folder in `/var/tmp` that only this clone uses.
 */
export function engineDataFolder(clone: string, isRoot: boolean, passable: (path: string) => boolean): string {
  const own = join(clone, ".data", "engines");
  if (!isRoot || passable(own)) return own;
  const hash = createHash("sha256").update(clone).digest("hex").slice(0, 8);
  return join("/var/tmp/network-access-service", `${basename(clone)}-${hash}`);
}
