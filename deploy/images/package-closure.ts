import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Origins, PackageOrigin } from "./package-origins.ts";
import type { TracedProcess } from "./trace-modules.ts";
import { type Manifest, manifestSchema } from "./workspace-packages.ts";

/** An installed third-party package. Folders are relative to the root of the repository. */
export interface InstalledPackage {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly origin: PackageOrigin | undefined;
  /** The files that an image needs, relative to `folder`. */
  readonly files: readonly string[];
}

export interface Closure {
  /** Sorted by folder. */
  readonly packages: readonly InstalledPackage[];
  /** The links in `node_modules` folders, by path. Each value is the package folder that the link points to. */
  readonly links: ReadonlyMap<string, string>;
}

/**
 * Returns the third-party packages that a process needs. These are the packages that the modules of the process import,
 * and the direct and indirect production dependencies of these packages. An optional peer dependency is included only
 * if the process also needs it for another reason.
 */
export function findClosure(
  { root, origins }: { readonly root: string; readonly origins: Origins },
  traced: Pick<TracedProcess, "imports" | "packageFiles">,
): Closure {
  const whole = new Map<string, Manifest>();
  const parts = new Map<string, Set<string>>();
  const links = new Map<string, string>();
  const optionalPeers: (readonly [place: string, folder: string])[] = [];
  const waiting: string[] = [];

  for (const [folder, names] of traced.imports)
    for (const name of names) {
      const target = follow(join(folder, "node_modules", name));
      if (isInStore(target)) waiting.push(target);
    }
  for (const [folder, byPackage] of traced.packageFiles)
    for (const [name, files] of Object.entries(byPackage)) {
      const target = follow(join(folder, "node_modules", name));
      parts.set(target, new Set([...(parts.get(target) ?? []), ...files]));
    }

  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (whole.has(folder)) continue;
    const manifest = readManifest(root, folder);
    whole.set(folder, manifest);
    const siblings = storeFolder(folder);
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = join(siblings, name);
      const isRequired = dependencies[name] !== undefined && optionalDependencies[name] === undefined;
      // A package of type declarations contains nothing that runs.
      if (name.startsWith("@types/") || (!isRequired && !existsSync(join(root, place)))) continue;
      if (!isRequired && manifest.peerDependenciesMeta[name]?.optional) optionalPeers.push([place, target(place)]);
      else waiting.push(follow(place));
    }
  }
  for (const [place, folder] of optionalPeers) if (whole.has(folder)) links.set(place, folder);

  const installed = (folder: string, files: readonly string[]) => {
    const manifest = readManifest(root, folder);
    return { folder, manifest, origin: origins.get(`${manifest.name}@${manifest.version}`), files };
  };
  const packages: InstalledPackage[] = [...whole.keys()].map((folder) => installed(folder, filesOf(root, folder)));
  for (const [folder, files] of parts)
    if (!whole.has(folder)) packages.push(installed(folder, ["package.json", ...licences(root, folder), ...files]));
  return { packages: packages.sort((a, b) => (a.folder < b.folder ? -1 : 1)), links };

  function follow(place: string): string {
    const folder = target(place);
    links.set(place, folder);
    return folder;
  }

  function target(place: string): string {
    if (!existsSync(join(root, place))) throw new Error(`${place} is not installed; run \`npx pnpm install\``);
    const folder = relative(root, realpathSync(join(root, place)));
    if (folder.startsWith("..")) throw new Error(`${place} is installed outside the repository`);
    return folder;
  }
}

const isInStore = (folder: string) => folder.startsWith("node_modules/");

/**
 * Returns the `node_modules` folder that contains `folder`, which is the path of a package or of a link to a package.
 */
export function storeFolder(folder: string): string {
  const parent = dirname(folder);
  return basename(parent).startsWith("@") ? dirname(parent) : parent;
}

function readManifest(root: string, folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")));
}

/** Type declarations, TypeScript and source maps, which no process loads. */
const NEVER_LOADED = /\.(?:[cm]?ts|map|flow|tsbuildinfo)$/;

function filesOf(root: string, folder: string, below = ""): string[] {
  return readdirSync(join(root, folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return entry.name === ".bin" ? [] : filesOf(root, folder, path);
      return entry.isFile() && !NEVER_LOADED.test(entry.name) ? [path] : [];
    })
    .sort();
}

function licences(root: string, folder: string): string[] {
  return readdirSync(join(root, folder)).filter(
    (name) => /^(?:licen[cs]e|notice|copying)/i.test(name) && lstatSync(join(root, folder, name)).isFile(),
  );
}
