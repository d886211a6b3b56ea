import {
  chmodSync,
  copyFileSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { TreeEntry } from "./plan-tree.ts";

/**
 * Writes a tree into an empty folder. The same entries and the same `time` always give the same bytes, modes and times.
 * `written` maps each copied source file to its copy. If several trees are written with the same map, each source file
 * is copied only once, and the other trees contain hard links to this copy.
 */
export function writeTree(
  entries: readonly TreeEntry[],
  folder: string,
  { time, written = new Map() }: { readonly time: Date; readonly written?: Map<string, string> },
): void {
  const folders = new Set<string>();
  const makeFolder = (path: string) => {
    if (folders.has(path)) return;
    if (path !== ".") makeFolder(dirname(path));
    mkdirSync(join(folder, path), { recursive: true });
    folders.add(path);
  };
  for (const entry of entries) {
    makeFolder(dirname(entry.path));
    const target = join(folder, entry.path);
    if ("link" in entry) {
      symlinkSync(entry.link, target);
      lutimesSync(target, time, time);
      continue;
    }
    const equal = "from" in entry ? written.get(entry.from) : undefined;
    if (equal !== undefined) {
      linkSync(equal, target);
      continue;
    }
    if ("from" in entry) {
      copyFileSync(entry.from, target);
      written.set(entry.from, target);
    } else writeFileSync(target, entry.text);
    chmodSync(target, 0o644);
    utimesSync(target, time, time);
  }
  // Creating an entry changes the time of its folder. So the times of folders are set last, beginning with the deepest.
  for (const path of [...folders].sort().reverse()) {
    chmodSync(join(folder, path), 0o755);
    utimesSync(join(folder, path), time, time);
  }
}
