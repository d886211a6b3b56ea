import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Mutant } from "./find-mutants.ts";

/**
 * A mutant that no test can distinguish from the original code. (A mutant is the code with one deliberate mistake.) The
 * mutant is identified by `file`, `original` and `mutated`, so the code may move to another folder or line.
 */
export interface EquivalentMutant {
  /** The name of the file without its folder. */
  readonly file: string;
  readonly original: string;
  readonly mutated: string;
  readonly reason: string;
}

export function readEquivalentMutants(): readonly EquivalentMutant[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"));
}

/** Returns the mutants that are not in the list, and the entries of the list for which there is no mutant. */
export function setAsideEquivalent(
  mutants: readonly Mutant[],
  listed: readonly EquivalentMutant[],
): { readonly others: readonly Mutant[]; readonly unused: readonly EquivalentMutant[] } {
  const byKey = new Map(listed.map((one) => [keyOf(one), one]));
  const unused = new Set(byKey.values());
  const others = mutants.filter((mutant) => {
    const found = byKey.get(keyOf({ ...mutant, file: basename(mutant.file) }));
    if (found !== undefined) unused.delete(found);
    return found === undefined;
  });
  return { others, unused: [...unused] };
}

function keyOf({ file, original, mutated }: Pick<EquivalentMutant, "file" | "original" | "mutated">): string {
  return JSON.stringify([file, original, mutated]);
}
