import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Patterns for the paths of the documentation's files, relative to the root folder of the documentation. Production
 * images contain these files.
 */
const INCLUDED = ["docs/**/*.md", "services/*/README.md"];
const EXCLUDED = ["docs/decisions/**", "**/node_modules/**"];

/** One Markdown file. */
export interface DocumentationFile {
  /** The path relative to the root, with slashes. */
  readonly path: string;
  readonly markdown: string;
}

/** Reads the files of the documentation below `root`, in the order of their paths. Throws if there are none. */
export function readDocumentationFiles(root: string): readonly DocumentationFile[] {
  const paths = globSync(INCLUDED, { cwd: root, exclude: EXCLUDED }).map((path) => path.replaceAll("\\", "/"));
  if (paths.length === 0) throw new Error(`there is no documentation below "${root}"; it has docs/ and services/`);
  return paths.toSorted(comparePaths).map((path) => ({ path, markdown: readFileSync(join(root, path), "utf8") }));
}

function comparePaths(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
