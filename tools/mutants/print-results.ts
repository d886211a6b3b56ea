import { type Mutant, packageOf } from "./find-mutants.ts";
import type { JestEnd } from "./run-jest.ts";

export function printSurvivor({ file, line, original, mutated }: Mutant): string {
  return `\n${file}:${line}\n  - ${original}\n  + ${mutated}`;
}

/** Returns a text with the numbers of all, killed and survived mutants, for each package and in total. */
export function printSummary(results: readonly { readonly mutant: Mutant; readonly end: JestEnd }[]): string {
  const packages = Object.entries(Object.groupBy(results, ({ mutant }) => packageOf(mutant.file)));
  const rows = [...packages.sort(([a], [b]) => (a < b ? -1 : 1)), ["together", results] as const];
  return rows.map(([name, own = []]) => `${name}: ${countsOf(own.map(({ end }) => end))}`).join("\n");
}

function countsOf(ends: readonly JestEnd[]): string {
  const survived = ends.filter((end) => end === "passed").length;
  const silent = ends.filter((end) => end === "silent").length;
  return `${ends.length} mutants, ${ends.length - survived} killed (${silent} by the deadline), ${survived} survived`;
}
