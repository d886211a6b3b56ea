import { expect, test } from "@jest/globals";
import { findMutants } from "./find-mutants.ts";
import { printSummary, printSurvivor } from "./print-results.ts";

const [mutant] = findMutants("libs/a/src/file.ts", "\nconst a = b === c;");
const [other] = findMutants("services/b/src/file.ts", "const a = b === c;");
if (mutant === undefined || other === undefined) throw new Error("there is a mutant in each");

test("a survivor is shown with its place and both texts", () => {
  expect(printSurvivor(mutant)).toBe("\nlibs/a/src/file.ts:2\n  - const a = b === c;\n  + const a = b !== c;");
});

test("the summary counts by package and together, and a deadline kills", () => {
  expect(
    printSummary([
      { mutant: other, end: "silent" },
      { mutant, end: "passed" },
      { mutant, end: "failed" },
    ]),
  ).toBe(
    [
      "libs/a: 2 mutants, 1 killed (0 by the deadline), 1 survived",
      "services/b: 1 mutants, 1 killed (1 by the deadline), 0 survived",
      "together: 3 mutants, 2 killed (1 by the deadline), 1 survived",
    ].join("\n"),
  );
});
