import { expect, test } from "@jest/globals";
import { findMutants } from "./find-mutants.ts";
import { sampleMutants } from "./sample-mutants.ts";

const lines = Array.from({ length: 100 }, (_, place) => `const a${place} = b === c;`);
const mutants = findMutants("file.ts", lines.join("\n"));

test("the same seed draws the same mutants, another seed others", () => {
  expect(sampleMutants(mutants, 10, 1)).toEqual(sampleMutants([...mutants], 10, 1));
  expect(sampleMutants(mutants, 10, 2)).not.toEqual(sampleMutants(mutants, 10, 1));
});

test("as many as asked for are drawn, in the order of the sources, and no more than there are", () => {
  const places = sampleMutants(mutants, 10, 1).map(({ line }) => line);
  expect(places).toHaveLength(10);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(sampleMutants(mutants, 1_000, 1)).toEqual(mutants);
});

test("a line that changes leaves the draw of the others as it was", () => {
  const changed = findMutants("file.ts", ["// a comment", ...lines.with(50, "const other = b === c;")].join("\n"));
  const before = sampleMutants(mutants, 10, 1).map(({ mutated }) => mutated);
  const after = sampleMutants(changed, 10, 1).map(({ mutated }) => mutated);
  expect(after.filter((line) => !before.includes(line)).length).toBeLessThanOrEqual(1);
});

test("lines that read the same are drawn one by one", () => {
  const alike = findMutants("file.ts", "f = a === b;\n".repeat(20));
  expect(new Set(sampleMutants(alike, 10, 1).map(({ line }) => line)).size).toBeGreaterThan(3);
});

test("what is no program is never drawn", () => {
  const some = findMutants("file.ts", "const f = (a && b) ?? c;\nconst g = d ?? e;\nconst h = i && (j ?? k) && l;");
  const noProgram = findMutants("file.ts", "const a = b && c;").map((mutant) => ({
    ...mutant,
    source: () => "const a = ;",
  }));
  expect(sampleMutants([...some, ...noProgram], 100, 1)).toEqual(some);
});
