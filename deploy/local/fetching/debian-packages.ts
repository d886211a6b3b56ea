import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { withLock } from "../processes/lock-file.ts";
import type { Progress } from "../processes/progress.ts";
import { runProgram } from "../processes/run-program.ts";
import { writeAptConfiguration } from "./apt-configuration.ts";
import { debianSourceLine } from "./debian-source.ts";
import { folderSize, megabytes } from "./folder-size.ts";

export interface FetchedPackages {
  /** The folder that contains the files; the caller removes it. */
  folder: string;
  /** The `.deb` files of the requested packages and of all their dependencies. */
  files: string[];
  /** Versions of the requested packages, by name. */
  versions: Record<string, string>;
}

// The package lists are fetched at most once in this time. All downloads in this time use the same lists, so they fetch
// packages from the same state of the Debian archive.
const LISTS_GOOD_FOR_MS = 3_600_000;

/**
 * Downloads Debian packages and their dependencies. Installs nothing and needs no root permissions, because apt uses a
 * separate configuration below `cache`. apt verifies signatures as usual.
 */
export function fetchPackages(
  packages: readonly string[],
  cache: string,
  progress: Progress,
): Promise<FetchedPackages> {
  const folder = join(cache, "apt");
  mkdirSync(folder, { recursive: true });
  return withLock(
    join(folder, "lock"),
    "downloading packages",
    () => undefined,
    async () => {
      const environment = {
        ...process.env,
        APT_CONFIG: writeAptConfiguration(folder, [await debianSourceLine()]),
        LC_ALL: "C",
      };
      const apt = (...args: string[]) => runProgram("apt-get", args, { environment });
      await readLists(folder, apt, progress);

      const archives = join(folder, "cache/archives");
      rmSync(archives, { recursive: true, force: true });
      mkdirSync(join(archives, "partial"), { recursive: true });
      const wanted = downloads(await apt("install", "-qq", "-y", "--print-uris", ...packages));
      const total = wanted.reduce((sum, { size }) => sum + size, 0);
      const step = progress.begin(
        `${wanted.length} packages`,
        () => `${megabytes(folderSize(archives))} of ${megabytes(total)}`,
      );
      await apt("install", "-qq", "-y", "--download-only", ...packages).finally(() => step.end());

      // The packages are moved out of apt's folder, because the next download deletes everything in that folder.
      const kept = mkdtempSync(join(cache, "packages-"));
      for (const path of globSync(join(archives, "*.deb"))) renameSync(path, join(kept, basename(path)));
      const files = globSync(join(kept, "*.deb")).sort();
      return { folder: kept, files, versions: await versionsOf(packages, kept, files) };
    },
  );
}

async function readLists(
  folder: string,
  apt: (...args: string[]) => Promise<string>,
  progress: Progress,
): Promise<void> {
  const lists = join(folder, "state/lists");
  const mark = join(folder, "lists-read");
  if ((statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - LISTS_GOOD_FOR_MS) return;
  const step = progress.begin("reading the package lists", () => megabytes(folderSize(lists)));
  await apt("update", "-q").finally(() => step.end());
  writeFileSync(mark, "");
}

async function versionsOf(
  packages: readonly string[],
  folder: string,
  files: readonly string[],
): Promise<Record<string, string>> {
  const versions: Record<string, string> = {};
  for (const name of packages) {
    const file = files.find((path) => path.startsWith(join(folder, `${name}_`)));
    if (file) versions[name] = (await runProgram("dpkg-deb", ["-f", file, "Version"])).trim();
  }
  return versions;
}

/** Parses the lines `'ADDRESS' FILE SIZE HASH`, which apt prints with --print-uris. */
export function downloads(printed: string): { file: string; size: number }[] {
  return [...printed.matchAll(/^'[^']*' (\S+) (\d+) /gm)].map(([, file = "", size]) => ({ file, size: Number(size) }));
}
