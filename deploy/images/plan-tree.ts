import { readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { IMAGE_PROCESSES, type ImageProcess } from "./image-processes.ts";
import { type Closure, findClosure, type InstalledPackage, storeFolder } from "./package-closure.ts";
import type { Origins } from "./package-origins.ts";
import { type Sources, traceModules } from "./trace-modules.ts";
import type { WorkspacePackage } from "./workspace-packages.ts";

/**
 * One entry of a tree at `path`: a copy of the file `from`, a file with the content `text`, or a symbolic link to
 * `link`.
 */
export type TreeEntry = { readonly path: string } & (
  | { readonly from: string }
  | { readonly text: string }
  | { readonly link: string }
);

/**
 * The files of one process. The tree has the same folders as the repository, so that relative paths in the code stay
 * correct.
 */
export interface Tree {
  readonly process: ImageProcess;
  readonly version: string;
  /** Sorted by path. */
  readonly entries: readonly TreeEntry[];
  /** The packages of this repository in the tree. `packages` contains the third-party packages. */
  readonly ownPackages: readonly OwnPackage[];
  readonly packages: readonly InstalledPackage[];
  /** Maps the folder of each package to the folders of the packages that it needs. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
}

interface OwnPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** The folder of the entry file: the root of the tree. */
export const ENTRY_FOLDER = ".";

/** The file that starts the process, in every tree. */
const ENTRY = "main.js";

/**
 * Returns the tree of files that a process needs. `sources.emitted` is the folder with the compiled JavaScript modules.
 */
export async function planTree(process: ImageProcess, sources: Sources & { readonly origins: Origins }): Promise<Tree> {
  const { root, emitted, packages } = sources;
  const entry = IMAGE_PROCESSES[process];
  const traced = await traceModules(entry, sources);
  const closure = findClosure(sources, traced);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const own = [...packages.values()].filter(({ folder }) =>
    [...traced.modules].some((module) => module.startsWith(`${folder}/`)),
  );
  const entries: TreeEntry[] = [
    { path: ENTRY, text: `import "./${entry.replace(/\.ts$/, ".js")}";\n` },
    { path: "package.json", text: json({ name: process, version, type: "module" }) },
    { path: "LICENSE", from: join(root, "LICENSE") },
    ...own.map(({ folder, manifest: { name, version, license } }) => {
      // In the repository, these packages export TypeScript sources. In an image, they export emitted modules.
      const exports = Object.fromEntries(
        [...(traced.exports.get(name) ?? [])].map(([subpath, module]) => [
          subpath,
          `./${posix.relative(folder, module)}`,
        ]),
      );
      return { path: join(folder, "package.json"), text: json({ name, version, license, type: "module", exports }) };
    }),
    ...[...traced.modules].map((path) => ({ path, from: join(emitted, path) })),
    ...[...traced.files].map((path) => ({ path, from: join(root, path) })),
    ...closure.packages.flatMap(({ folder, files }) =>
      files.map((file) => ({ path: join(folder, file), from: join(root, folder, file) })),
    ),
    ...[...closure.links].map(([path, folder]) => ({ path, link: relative(posix.dirname(path), folder) })),
  ];
  return {
    process,
    version,
    entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)),
    ownPackages: own.map(({ folder, manifest: { name, version } }) => ({ folder, name, version })),
    packages: closure.packages,
    dependencies: dependenciesOf(entry, own, closure),
  };
}

function dependenciesOf(
  entry: string,
  own: readonly WorkspacePackage[],
  { packages, links }: Closure,
): ReadonlyMap<string, readonly string[]> {
  // Find the links to each package's dependencies. The links of a package of this repository are in the package's own
  // `node_modules`. The links of a third-party package are in the `node_modules` that contains the package.
  const placed = [
    ...own.map(({ folder }) => [folder, join(folder, "node_modules")] as const),
    ...packages.map(({ folder }) => [folder, storeFolder(folder)] as const),
  ];
  const first = own.find(({ folder }) => entry.startsWith(`${folder}/`));
  return new Map([
    [ENTRY_FOLDER, first ? [first.folder] : []],
    ...placed.map(([folder, place]): [string, string[]] => [
      folder,
      [...links].filter(([link]) => storeFolder(link) === place).map(([, target]) => target),
    ]),
  ]);
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
