import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emitJavascript } from "./emit-javascript.ts";
import type { ImageProcess } from "./image-processes.ts";
import { readOrigins } from "./package-origins.ts";
import { planTree, type Tree } from "./plan-tree.ts";
import { readWorkspacePackages } from "./workspace-packages.ts";

/**
 * Compiles all modules to JavaScript in a temporary folder, plans the tree of each process (the files of its image),
 * and calls `use` with the trees. Deletes the folder when `use` has ended.
 */
export async function withTrees<Result>(
  root: string,
  processes: readonly ImageProcess[],
  use: (trees: readonly Tree[]) => Result | Promise<Result>,
): Promise<Result> {
  const emitted = mkdtempSync(join(tmpdir(), "network-access-emitted-"));
  try {
    await emitJavascript(root, emitted);
    const sources = { root, emitted, packages: readWorkspacePackages(root), origins: readOrigins(root) };
    return await use(await Promise.all(processes.map((process) => planTree(process, sources))));
  } finally {
    rmSync(emitted, { recursive: true });
  }
}
