import { expect, test } from "@jest/globals";
import { readMutantArguments } from "./mutant-arguments.ts";

test("without arguments 200 mutants of every file are drawn by chance", () => {
  expect(readMutantArguments([], 77)).toEqual({ ok: true, options: { count: 200, seed: 77, only: "" } });
});

test("count, seed and files can be given", () => {
  expect(readMutantArguments(["--count", "30", "--seed=5", "--only", "libs/traffic-sets"], 77)).toEqual({
    ok: true,
    options: { count: 30, seed: 5, only: "libs/traffic-sets" },
  });
});

test.each([[["--count", "0"]], [["--count", "many"]], [["--seed", "x"]], [["--other"]], [["more"]]])(
  "%j is refused with what would work",
  (args) => {
    expect(readMutantArguments(args, 77)).toMatchObject({ ok: false, problem: expect.stringContaining("--count N") });
  },
);
