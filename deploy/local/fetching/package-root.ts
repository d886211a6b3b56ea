import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorMessage } from "@network-access/service-runtime/error-message";
import { withLock } from "../processes/lock-file.ts";
import type { Progress } from "../processes/progress.ts";
import { runProgram } from "../processes/run-program.ts";
import { makePassableFolder } from "./cache-folder.ts";
import { fetchPackages } from "./debian-packages.ts";
import { unpackPackages } from "./unpack-packages.ts";

/** A folder of unpacked Debian packages. It has its own C library and is independent of the system. */
export interface PackageRoot {
  folder: string;
  /** Versions of the requested packages, by name. */
  versions: Record<string, string>;
}

/** The description of a package root: which packages are fetched, how they are prepared, and how they are tested. */
export interface RootRecipe {
  /** The folder's name in the cache. */
  name: string;
  packages: readonly string[];
  /**
   * Paths of programs that may also be started directly, without `underLoader`. In these programs, the paths of the
   * dynamic loader and of the libraries are replaced with those in the root.
   */
  patched: readonly string[];
  prepare?(root: PackageRoot): Promise<void> | void;
  probe(root: PackageRoot): Promise<void>;
}

/**
 * Returns the package root of a recipe. If the cache contains a root of the recipe's packages that has passed its
 * probe, returns this root. Otherwise, or if `refresh` is true, fetches a new root and probes it. If this fails, logs
 * the reason and returns the last root that passed its probe. Throws if there is no such root.
 */
export async function packageRoot(
  recipe: RootRecipe,
  { cache, progress, refresh }: { cache: string; progress: Progress; refresh: boolean },
): Promise<PackageRoot> {
  const folder = join(cache, recipe.name);
  const passed = lastPassed(folder, recipe);
  if (passed && !refresh) return passed;
  makePassableFolder(folder);
  const onWait = ({ pid }: { pid: number }) =>
    progress.line(`  ${recipe.name} is being fetched by process ${pid}; waiting for it`);
  return withLock(join(folder, "lock"), "fetching packages", onWait, async () => {
    const meanwhile = lastPassed(folder, recipe);
    if (meanwhile && !refresh) return meanwhile;
    return fetchAndProbe(recipe, folder, progress, lastPassed(folder));
  });
}

/** Returns the path of a program inside the root. */
export function programIn(root: PackageRoot, path: string): string {
  return join(root.folder, path);
}

/**
 * Returns the command and the arguments that run a program of a package root. The program uses the dynamic loader and
 * the libraries of the root instead of the system's.
 */
export function underLoader(
  root: PackageRoot,
  path: string,
  args: readonly string[],
): { command: string; args: string[] } {
  const program = programIn(root, path);
  return {
    command: join(root.folder, platform().loader),
    args: ["--library-path", libraryPath(root.folder), "--argv0", program, program, ...args],
  };
}

async function fetchAndProbe(
  recipe: RootRecipe,
  folder: string,
  progress: Progress,
  before: PackageRoot | undefined,
): Promise<PackageRoot> {
  let versions: Record<string, string> = {};
  let downloaded: string | undefined;
  try {
    const packages = await fetchPackages(recipe.packages, dirname(folder), progress);
    versions = packages.versions;
    downloaded = packages.folder;
    const id = createHash("sha256")
      .update(packages.files.map((file) => basename(file)).join("\n"))
      .digest("hex")
      .slice(0, 12);
    const root = { folder: join(folder, id), versions };
    rmSync(root.folder, { recursive: true, force: true });
    mkdirSync(root.folder, { mode: 0o755 });
    const step = progress.begin(`unpacking ${packages.files.length} packages`);
    await unpackPackages(packages.files, root.folder).finally(() => step.end());
    await patchPrograms(root, recipe.patched);
    await recipe.prepare?.(root);
    await recipe.probe(root);
    writeFileSync(join(folder, "passed.json"), `${JSON.stringify({ id, packages: recipe.packages, versions })}\n`);
    removeOthers(folder, [id, before && basename(before.folder)]);
    progress.line(`  ${list(versions)}: fetched and tested`);
    return root;
  } catch (error) {
    if (!before)
      throw new Error(`${recipe.name} (${list(versions)}) does not work here: ${errorMessage(error)}`, {
        cause: error,
      });
    const reason = errorMessage(error).split("\n")[0];
    progress.line(
      `  the new ${recipe.name} (${list(versions)}) does not work; the last good one (${list(before.versions)}) stays in use: ${reason}`,
    );
    return before;
  } finally {
    if (downloaded !== undefined) rmSync(downloaded, { recursive: true });
  }
}

/**
 * Returns the package root that passed its probe last, according to `passed.json`. Returns undefined if there is none
 * or if its folder is missing. If `recipe` is given, also returns undefined if the root was made from a different list
 * of packages.
 */
function lastPassed(folder: string, recipe?: RootRecipe): PackageRoot | undefined {
  const file = join(folder, "passed.json");
  if (!existsSync(file)) return undefined;
  const passed = JSON.parse(readFileSync(file, "utf8")) as {
    id: string;
    packages: string[];
    versions: Record<string, string>;
  };
  const root = { folder: join(folder, passed.id), versions: passed.versions };
  const asked = recipe === undefined || recipe.packages.join() === passed.packages.join();
  return asked && existsSync(root.folder) ? root : undefined;
}

function removeOthers(folder: string, kept: readonly (string | undefined)[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !kept.includes(entry.name)) rmSync(join(folder, entry.name), { recursive: true });
}

async function patchPrograms(root: PackageRoot, programs: readonly string[]): Promise<void> {
  for (const program of programs) {
    const rewrite = [
      "--set-interpreter",
      join(root.folder, platform().loader),
      "--force-rpath",
      "--set-rpath",
      libraryPath(root.folder),
    ];
    const { command, args } = underLoader(root, "usr/bin/patchelf", [...rewrite, programIn(root, program)]);
    await runProgram(command, args);
  }
}

function libraryPath(folder: string): string {
  const libraries = join(folder, "usr/lib", platform().triplet);
  const inside = ["blas", "lapack", "systemd"].map((name) => join(libraries, name));
  return [libraries, ...inside, ...globSync(join(folder, "usr/lib/postgresql/*/lib"))].join(":");
}

/** Debian's names for this architecture. Only x64 is tested. */
function platform(): { triplet: string; loader: string } {
  return process.arch === "arm64"
    ? { triplet: "aarch64-linux-gnu", loader: "usr/lib/ld-linux-aarch64.so.1" }
    : { triplet: "x86_64-linux-gnu", loader: "usr/lib64/ld-linux-x86-64.so.2" };
}

function list(versions: Record<string, string>): string {
  return (
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", ") || "nothing fetched"
  );
}

/**
 * Copies a file to another path in a package root. Packages are unpacked without running their installation scripts,
 * which would otherwise make such copies.
 */
export function copyInside(root: PackageRoot, from: string, to: string): void {
  copyFileSync(join(root.folder, from), join(root.folder, to));
}
