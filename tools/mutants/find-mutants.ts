import { type Edit, editsAt } from "./edits.ts";
import { visitNodes } from "./syntax.ts";

/** One file with one mistake made in it. */
export interface Mutant {
  /** Relative to the root of the checkout. */
  readonly file: string;
  readonly line: number;
  /**
   * `original` contains the complete lines in which the mistake is made, and `mutated` the same lines with the mistake.
   */
  readonly original: string;
  readonly mutated: string;
  /** The whole text of the file with the mistake. */
  readonly source: () => string;
}

/** Returns the package of a file, such as "libs/traffic-sets" for "libs/traffic-sets/src/cidr.ts". */
export function packageOf(file: string): string {
  return file.split("/", 2).join("/");
}

/** Returns all mutants of a file, sorted by line. */
export function findMutants(file: string, source: string): readonly Mutant[] {
  const edits: Edit[] = [];
  visitNodes(source, (node, rangeOf) => {
    edits.push(...editsAt(node, source, rangeOf));
  });
  return edits.sort((a, b) => a.range.start - b.range.start).map((edit) => mutantOf(file, source, edit));
}

function mutantOf(file: string, source: string, { range: { start, end }, replacement }: Edit): Mutant {
  const from = source.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = source.indexOf("\n", end);
  const to = lineEnd === -1 ? source.length : lineEnd;
  return {
    file,
    line: source.slice(0, start).split("\n").length,
    original: inOneLine(source.slice(from, to)),
    mutated: inOneLine(source.slice(from, start) + replacement + source.slice(end, to)),
    source: () => source.slice(0, start) + replacement + source.slice(end),
  };
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}
