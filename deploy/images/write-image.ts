import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { folderSize, megabytes } from "@network-access/local-stack/folder-size";
import { workspace } from "@network-access/local-stack/workspace";
import { errorMessage } from "@network-access/service-runtime/error-message";
import { escapeControlsInLines } from "@network-access/service-runtime/escape-controls";
import { FAILED, MISCONFIGURED, MISUSED } from "@network-access/service-runtime/exit-codes";
import { pinBasePackages } from "./base/pin-base-packages.ts";
import { fetchBase, writeBase } from "./base/write-base.ts";
import { type ImageOptions, readImageArguments } from "./image-arguments.ts";
import { writeLayer } from "./oci/write-layer.ts";
import { writeLayout } from "./oci/write-layout.ts";
import { readTime } from "./read-time.ts";
import { createSbom } from "./sbom.ts";
import { withTrees } from "./with-trees.ts";
import { writeTree } from "./write-tree.ts";

const say = (line: string) => console.log(line);
const read = readImageArguments(process.argv.slice(2));
const time = readTime(process.env.SOURCE_DATE_EPOCH);
if (!read.ok) fail(read.problem, MISUSED);
else if (!time.ok) fail(time.problem, MISCONFIGURED);
else
  try {
    if (read.options.task === "pin") await pin();
    else await write(read.options, time.time);
  } catch (error) {
    fail(errorMessage(error), FAILED);
  }

async function pin(): Promise<void> {
  for (const { name, version } of (await pinBasePackages()).packages) say(`${name} ${version}`);
}

async function write(options: ImageOptions, time: Date): Promise<void> {
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), options.folder);
  const problem = whyNotInto(folder);
  if (problem !== undefined) return fail(`"${options.folder}" ${problem}`, MISUSED);
  const app = join(folder, "app");
  // Fetches the base files before any file is written. The fetch fails most often, and then no files are left in the
  // folder.
  const base = options.oci ? await fetchBase(workspace.root, say) : undefined;
  mkdirSync(folder, { recursive: true });
  await withTrees(workspace.root, [options.process], async ([tree]) => {
    if (!tree) throw new Error(`${options.process} has no tree`);
    writeTree(tree.entries, app, { time });
    const third = tree.packages.length;
    say(`${app}: ${tree.entries.length} files, ${megabytes(folderSize(app))}, ${third} third-party packages`);
    const system = base ? await writeBase(join(folder, "base"), base) : [];
    writeFileSync(join(folder, "sbom.cdx.json"), createSbom(tree, system));
    if (!base) return;
    const layout = join(folder, "oci");
    const layers = [
      await writeLayer(layout, { folder: join(folder, "base"), title: "Debian packages and Node", time }),
      await writeLayer(layout, { folder, entries: ["app"], title: `the files of ${tree.process}`, time }),
    ];
    const { process: name, version } = tree;
    const digest = writeLayout(layout, { process: name, version, layers, time });
    say(`${layout}: ${name}:${version}, ${megabytes(folderSize(layout))}, ${digest}`);
  });
}

/** Returns the reason why the files can't be written into this folder, or undefined if they can. */
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
