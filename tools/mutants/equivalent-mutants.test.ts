import { expect, test } from "@jest/globals";
import { readEquivalentMutants, setAsideEquivalent } from "./equivalent-mutants.ts";
import { findMutants } from "./find-mutants.ts";

const source = "const a = b === c;\nconst d = e < f;\n";
const listed = { file: "file.ts", original: "const d = e < f;", mutated: "const d = e <= f;", reason: "never equal" };

test("a listed mutant is set aside by its texts, in whatever folder and line it is", () => {
  for (const mutants of [findMutants("a/file.ts", source), findMutants("b/c/file.ts", `\n\n${source}`)]) {
    const { others, unused } = setAsideEquivalent(mutants, [listed]);
    expect(others.map(({ mutated }) => mutated)).toEqual(["const a = b !== c;", "const d = e >= f;"]);
    expect(unused).toEqual([]);
  }
});

test("what is listed and no mutant any more is named", () => {
  const mutants = findMutants("a/file.ts", source);
  const others = [
    { ...listed, file: "other.ts" },
    { ...listed, original: "const d = e > f;" },
    { ...listed, mutated: "const d = e > f;" },
  ];
  expect(setAsideEquivalent(mutants, others)).toEqual({ others: mutants, unused: others });
});

test("every mutant of the list has its texts and a reason", () => {
  for (const { file, original, mutated, reason } of readEquivalentMutants()) {
    expect(file).toMatch(/^[a-z0-9-]+\.ts$/);
    expect(mutated).not.toBe(original);
    expect(reason).toMatch(/\w/);
  }
});
