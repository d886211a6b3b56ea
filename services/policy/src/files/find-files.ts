import { readdir, stat } from "node:fs/promises";
import path from "node:path";

export type FoundFiles =
  | { readonly ok: true; readonly files: readonly string[] }
  /** `problem` says what is wrong with the folder and what would work. */
  | { readonly ok: false; readonly problem: string };

const MOST_FILES = 10_000;
const MOST_DEPTH = 20;

/**
 * Every .yaml and .yml file below a folder, as paths relative to it, sorted. Names that begin with a dot are left out, and
 * so are links to folders; links to files are followed, as mounted configuration needs it. One that leads nowhere is named:
 * reading it fails, where leaving it out would take its boundaries for removed.
 */
export async function findFiles(folder: string): Promise<FoundFiles> {
  const files: string[] = [];
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) return { ok: false, problem: "does not exist; name the folder that holds the files" };
  if (!found.isDirectory()) return { ok: false, problem: "is no folder; name the folder that holds the files" };
  const problem = await look("", 0);
  if (problem !== undefined) return { ok: false, problem };
  return { ok: true, files: files.sort((a, b) => (a < b ? -1 : 1)) };

  async function look(below: string, depth: number): Promise<string | undefined> {
    if (depth > MOST_DEPTH) return `has folders in folders beyond ${MOST_DEPTH} levels; name one further in`;
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const name = path.join(below, entry.name);
      if (entry.isDirectory()) {
        const problem = await look(name, depth + 1);
        if (problem !== undefined) return problem;
      } else if (/\.ya?ml$/i.test(entry.name) && (await mayBeFile(path.join(folder, name)))) files.push(name);
      if (files.length > MOST_FILES) return `holds more than ${MOST_FILES} files; put several boundaries into one`;
    }
    return undefined;
  }
}

async function mayBeFile(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found === undefined || found.isFile();
}
