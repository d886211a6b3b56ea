import { readdir, stat } from "node:fs/promises";
import path from "node:path";

export type FoundFiles =
  | { readonly ok: true; readonly files: readonly string[] }
  /** `problem` says what is wrong with the folder and what to change. */
  | { readonly ok: false; readonly problem: string };

const MOST_FILES = 10_000;
const MOST_DEPTH = 20;

/**
 * Returns the relative paths of all .yaml and .yml files below a folder, sorted. Skips names that begin with a dot, and
 * links to folders. Follows links to files, because mounted configuration consists of such links.
 *
 * Includes broken links, although reading them fails. If they were skipped, `apply` could remove the boundaries of
 * their files.
 */
export async function findFiles(folder: string): Promise<FoundFiles> {
  const files: string[] = [];
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) return { ok: false, problem: "does not exist; name the folder with the files" };
  if (!found.isDirectory()) return { ok: false, problem: "is not a folder; name the folder with the files" };
  const problem = await search("", 0);
  if (problem !== undefined) return { ok: false, problem };
  return { ok: true, files: files.sort((a, b) => (a < b ? -1 : 1)) };

  async function search(below: string, depth: number): Promise<string | undefined> {
    if (depth > MOST_DEPTH) return `is nested deeper than ${MOST_DEPTH} levels; name a subfolder`;
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const name = path.join(below, entry.name);
      if (entry.isDirectory()) {
        const problem = await search(name, depth + 1);
        if (problem !== undefined) return problem;
      } else if (/\.ya?ml$/i.test(entry.name) && (await mayBeFile(path.join(folder, name)))) files.push(name);
      if (files.length > MOST_FILES) return `has more than ${MOST_FILES} files; put several boundaries into one`;
    }
    return undefined;
  }
}

async function mayBeFile(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found === undefined || found.isFile();
}
