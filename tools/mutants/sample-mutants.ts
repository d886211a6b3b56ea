import { createHash } from "node:crypto";
import type { Mutant } from "./find-mutants.ts";
import { isValidSyntax } from "./syntax.ts";

/**
 * Returns a random sample of at most `count` mutants with valid syntax, in their original order. Each mutant has a
 * pseudo-random number, and the mutants with the lowest numbers are chosen.
 *
 * The number depends only on the seed, on the file and text of the mutant, and on how many equal mutants precede it.
 * Changing a line therefore does not change the numbers of mutants with other texts.
 */
export function sampleMutants(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const times = new Map<string, number>();
  const drawn = mutants.map((mutant, place) => {
    const text = JSON.stringify([seed, mutant.file, mutant.original, mutant.mutated]);
    const time = times.get(text) ?? 0;
    times.set(text, time + 1);
    return { mutant, place, lot: createHash("sha256").update(`${time} ${text}`).digest("hex") };
  });
  const sample: typeof drawn = [];
  for (const one of drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1))) {
    if (sample.length === count) break;
    // Some mutants have invalid syntax, depending on the operators next to the changed code. They are left out.
    if (isValidSyntax(one.mutant.source())) sample.push(one);
  }
  return sample.sort((a, b) => a.place - b.place).map(({ mutant }) => mutant);
}
