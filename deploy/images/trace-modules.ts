import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { init, parse } from "es-module-lexer";
import { NOT_IN_IMAGES, RUN_TIME_FILES, type RunTimeFiles } from "./run-time-files.ts";
import type { WorkspacePackage } from "./workspace-packages.ts";

/**
 * The modules and files that one process needs. They are found by following the imports of the process's entry file.
 * Paths are relative to the repository's root.
 */
export interface TracedProcess {
  /** Emitted modules, such as "gateway/src/main.js". */
  readonly modules: ReadonlySet<string>;
  /** Files that the modules read at run time. */
  readonly files: ReadonlySet<string>;
  /**
   * The names of the packages that the modules of a workspace package import, by the folder of the workspace package.
   */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The files that the modules of a workspace package read from other packages. The outer key is the folder of the
   * workspace package. The inner key is the name of the other package.
   */
  readonly packageFiles: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;
  /**
   * The exports that the process uses. The outer key is the name of the workspace package. The inner map has the
   * emitted module of each export, by the subpath of the export.
   */
  readonly exports: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface Sources {
  readonly root: string;
  /** The folder of the emitted modules. It has the layout of the repository. */
  readonly emitted: string;
  readonly packages: ReadonlyMap<string, WorkspacePackage>;
  /** The default is RUN_TIME_FILES. */
  readonly runTimeFiles?: Readonly<Record<string, RunTimeFiles>>;
}

/**
 * Finds everything that a process needs by following the imports of its entry file.
 *
 * Throws in these cases:
 * - A module imports a package that is not a production dependency of the module's own package.
 * - The name of an import is computed.
 * - A module uses `import.meta` and is missing in `runTimeFiles`.
 */
export async function traceModules(entry: string, sources: Sources): Promise<TracedProcess> {
  await init;
  const { root, emitted, packages, runTimeFiles = RUN_TIME_FILES } = sources;
  const modules = new Set<string>();
  const files = new Set<string>();
  const imports = new Map<string, Set<string>>();
  const packageFiles = new Map<string, Record<string, readonly string[]>>();
  const exports = new Map<string, Map<string, string>>();
  const waiting = [emittedName(entry)];

  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (modules.has(module)) continue;
    modules.add(module);
    const [found] = parse(readFileSync(join(emitted, module), "utf8"), module);
    for (const each of found) {
      const { specifier } = each;
      if (each.type === "import-meta") addRunTimeFiles(module);
      else if (specifier === undefined || ("glob" in each && each.glob))
        throw new Error(`${sourceName(module)} imports a module whose name is computed; import it by its name`);
      else if (specifier?.startsWith(".")) waiting.push(posix.join(posix.dirname(module), specifier));
      else if (specifier && !isBuiltin(specifier)) addPackage(module, specifier);
    }
  }
  return { modules, files, imports, packageFiles, exports };

  function addRunTimeFiles(module: string): void {
    const source = sourceName(module);
    const found = runTimeFiles[source];
    if (!found)
      throw new Error(
        `${source} uses import.meta, but run-time-files.ts does not say which files it finds; add it there`,
      );
    for (const pattern of found.files ?? []) {
      const matches = globSync(pattern, { cwd: root, exclude: NOT_IN_IMAGES });
      if (matches.length === 0) throw new Error(`${source} reads ${pattern}, which does not exist`);
      for (const file of matches) files.add(file);
    }
    waiting.push(...(found.threads ?? []).map(emittedName));
    const { folder } = ownerOf(module);
    for (const [name, read] of Object.entries(found.packageFiles ?? {})) {
      requireDependency(module, name);
      const known = packageFiles.get(folder) ?? {};
      packageFiles.set(folder, { ...known, [name]: [...(known[name] ?? []), ...read] });
    }
  }

  function addPackage(module: string, specifier: string): void {
    const name = packageName(specifier);
    requireDependency(module, name);
    const { folder } = ownerOf(module);
    imports.set(folder, (imports.get(folder) ?? new Set()).add(name));
    const imported = packages.get(name);
    if (!imported) return;
    const subpath = `.${specifier.slice(name.length)}`;
    const target = imported.manifest.exports[subpath];
    if (target === undefined)
      throw new Error(`${sourceName(module)} imports ${specifier}, which ${name} does not export`);
    const exported = emittedName(posix.join(imported.folder, target));
    exports.set(name, (exports.get(name) ?? new Map()).set(subpath, exported));
    waiting.push(exported);
  }

  function requireDependency(module: string, name: string): void {
    const { folder, manifest } = ownerOf(module);
    if (manifest.dependencies[name] === undefined)
      throw new Error(
        `${sourceName(module)} needs ${name}, which is not in the dependencies of ${folder}/package.json`,
      );
  }

  function ownerOf(module: string): WorkspacePackage {
    for (const each of packages.values()) if (module.startsWith(`${each.folder}/`)) return each;
    throw new Error(`${module} belongs to no package of this repository`);
  }
}

const emittedName = (source: string) => source.replace(/\.ts$/, ".js");
const sourceName = (module: string) => module.replace(/\.js$/, ".ts");

/**
 * Returns the package name in an import specifier. For "name/part", this is "name". For "@scope/name/part", it is
 * "@scope/name".
 */
function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
