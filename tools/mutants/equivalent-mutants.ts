import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Mutant } from "./find-mutants.ts";

/**
 * A mutant (the code with one deliberate mistake) that no test can distinguish from the original. It is identified by
 * the name of its file and by its texts. The folder and the line do not matter.
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

/** Returns the mutants that are not listed, and the listed mutants that do not exist. */
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
