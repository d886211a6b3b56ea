import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, makePassableFolder } from "@network-access/local-stack/cache-folder";
import { runProgram } from "@network-access/local-stack/run-program";
import { workspace } from "@network-access/local-stack/workspace";

/** The sources of a release, with their dependencies installed. */
export interface Release {
  readonly root: string;
  /** The Node that runs the release. */
  readonly node: string;
}

/**
 * Checks out the commit in `deploy/previous-release` into the user's cache folder, unless it is already there. Installs
 * the dependencies with the script of that release.
 */
export async function previousRelease(): Promise<Release & { readonly commit: string }> {
  const commit = readFileSync(join(workspace.root, "deploy/previous-release"), "utf8").trim();
  const root = join(cacheFolder(process.env), "releases", commit);
  if (!existsSync(root)) await checkOut(commit, root);
  // The release itself installs its dependencies and selects the Node that it needs.
  const script = `import { prepare } from ${JSON.stringify(join(root, "deploy/local/prepare.mjs"))};
    const node = await prepare({ engines: false });
    console.log("node: " + node);`;
  const printed = await runProgram(process.execPath, ["--input-type=module", "--eval", script], { folder: root });
  const node = /^node: (.+)$/m.exec(printed)?.[1];
  if (!node) throw new Error(`the dependencies of ${commit} could not be installed:\n${printed}`);
  return { commit, root, node };
}

async function checkOut(commit: string, root: string): Promise<void> {
  const begun = `${root}.${process.pid}`;
  makePassableFolder(begun);
  try {
    await extractCommit(commit, begun);
    renameSync(begun, root);
  } catch (error) {
    rmSync(begun, { recursive: true, force: true });
    throw error;
  }
}

async function extractCommit(commit: string, folder: string): Promise<void> {
  const git = spawn("git", ["archive", commit], { cwd: workspace.root, stdio: ["ignore", "pipe", "inherit"] });
  const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "inherit", "inherit"] });
  git.stdout.pipe(tar.stdin);
  const codes = await Promise.all(
    [git, tar].map((child) => new Promise<number | null>((done) => void child.once("close", done))),
  );
  if (codes.some((code) => code !== 0))
    throw new Error(`the commit ${commit} can't be read; fetch the whole history: \`git fetch --unshallow\``);
}
