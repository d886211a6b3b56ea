import { join } from "node:path";
import type { ImageProcess } from "./image-processes.ts";
import { withTrees } from "./with-trees.ts";
import { writeTree } from "./write-tree.ts";

/**
 * Writes the trees of several processes to `<folder>/<process>/app`. If several trees contain the same source file, the
 * file is copied once, and the other trees contain hard links to the copy.
 */
export async function writeTrees(
  root: string,
  folder: string,
  processes: readonly ImageProcess[],
  time = new Date(0),
): Promise<void> {
  const written = new Map<string, string>();
  await withTrees(root, processes, (trees) => {
    for (const { process, entries } of trees) writeTree(entries, join(folder, process, "app"), { time, written });
  });
}
