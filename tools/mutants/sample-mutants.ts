import { createHash } from "node:crypto";
import type { Mutant } from "./find-mutants.ts";
import { isValidSyntax } from "./syntax.ts";

/**
 * Chooses at most `count` of the mutants at random. The chosen mutants keep their order. Every mutant has a lot. Of the
 * mutants with valid syntax, those with the lowest lots are chosen. The lot depends only on the seed, on the file and
 * text of the mutant, and on the number of equal mutants before it. So a change of one line does not change the lots of
 * mutants with other texts.
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
    // A mistake may make the syntax invalid, depending on the operators next to it.
    if (isValidSyntax(one.mutant.source())) sample.push(one);
  }
  return sample.sort((a, b) => a.place - b.place).map(({ mutant }) => mutant);
}
