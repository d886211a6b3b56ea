import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { folderSize, megabytes } from "@network-access/local-stack/folder-size";
import { workspace } from "@network-access/local-stack/workspace";
import { escapeControlsInLines } from "@network-access/service-runtime/escape-controls";
import { FAILED, MISCONFIGURED, MISUSED } from "@network-access/service-runtime/exit-codes";
import { type ImageOptions, readImageArguments } from "./image-arguments.ts";
import { readTime } from "./read-time.ts";
import { softwareBill } from "./software-bill.ts";
import { withTrees } from "./with-trees.ts";
import { writeTree } from "./write-tree.ts";

const read = readImageArguments(process.argv.slice(2));
const time = readTime(process.env.SOURCE_DATE_EPOCH);
if (!read.ok) fail(read.problem, MISUSED);
else if (!time.ok) fail(time.problem, MISCONFIGURED);
else {
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), read.options.folder);
  const problem = whyNotInto(folder);
  if (problem !== undefined) fail(`"${read.options.folder}" ${problem}`, MISUSED);
  else
    await writeImage(read.options, folder, time.time).catch((error: unknown) =>
      fail(error instanceof Error ? error.message : String(error), FAILED),
    );
}

async function writeImage({ process: name }: ImageOptions, folder: string, time: Date): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await withTrees(workspace.root, [name], ([tree]) => {
    if (!tree) throw new Error(`${name} has no tree`);
    writeTree(tree.entries, join(folder, "app"), { time });
    writeFileSync(join(folder, "sbom.cdx.json"), softwareBill(tree));
    console.log(
      `${join(folder, "app")}: ${tree.entries.length} files, ${megabytes(folderSize(join(folder, "app")))}, ${tree.packages.length} third-party packages`,
    );
  });
}

/** Returns why the files can't be written into this folder. */
function whyNotInto(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isDirectory()) return "is not a folder; name a new or an empty one";
  return readdirSync(folder).length > 0 ? "is not empty; name a new or an empty folder" : undefined;
}

function fail(problem: string, code: number): void {
  console.error(escapeControlsInLines(problem));
  process.exitCode = code;
}
