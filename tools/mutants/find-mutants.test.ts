import { describe, expect, test } from "@jest/globals";
import { findMutants, packageOf } from "./find-mutants.ts";

function mutatedLines(source: string): string[] {
  return findMutants("file.ts", source).map(({ mutated }) => mutated);
}

describe("one mistake is made at a time:", () => {
  test.each([
    ["a comparison at its edge and turned round", "f = a < b", ["f = a <= b", "f = a >= b"]],
    ["an equality turned round", "f = a === b", ["f = a !== b"]],
    ["another logical operator", "f = a && b", ["f = a || b"]],
    ["no default", "f = a ?? b", ["f = a"]],
    ["another arithmetic operator", "f = a + b", ["f = a - b"]],
    ["another bit operator", "f = a >>> b", ["f = a << b"]],
    ["a number one higher and one lower", "f = 7", ["f = 8", "f = 6"]],
    ["a large number one higher and one lower", "f = 0x10n", ["f = 17n", "f = 15n"]],
    ["a number with separators one higher and one lower", "f = 0x1_0n", ["f = 17n", "f = 15n"]],
    ["the other truth", "f = true", ["f = false"]],
    ["an empty string", 'f = "text"', ['f = ""']],
    ["an empty template", "f = `text`", ["f = ``"]],
    ["no negation", "f = !a", ["f = a"]],
    ["no sign", "f = -a", ["f = a"]],
    [
      "a condition that always or never holds or is negated",
      "f = a ? b : c",
      ["f = true ? b : c", "f = false ? b : c", "f = !(a) ? b : c"],
    ],
    ["another method of arrays", "f = a.some(b)", ["f = a.every(b)"]],
    ["another method of Math", "f = Math.min(a)", ["f = Math.max(a)"]],
    ["no filter", "f = a.filter(b)", ["f = a"]],
    ["an optional member demanded", "f = a?.b", ["f = a.b"]],
    ["an optional element demanded", "f = a?.[b]", ["f = a[b]"]],
    ["an optional call demanded", "f = a?.(b)", ["f = a(b)"]],
  ])("%s", (_mistake, source, mutated) => {
    const [removed, ...others] = mutatedLines(`${source};`);
    expect(removed).toBe(";");
    expect(others).toEqual(mutated.map((line) => `${line};`));
  });

  test("a step in the other direction", () => {
    expect(mutatedLines("f += a;")).toEqual([";", "f -= a;"]);
    expect(mutatedLines("f++;")).toEqual([";", "f--;"]);
    expect(mutatedLines("++f;")).toEqual([";", "--f;"]);
  });

  test("a statement left out", () => {
    expect(mutatedLines("function f() { return a; }")).toEqual(["function f() { ; }"]);
    expect(mutatedLines("function f() { throw a; }")).toEqual(["function f() { ; }"]);
    expect(mutatedLines("for (const a of b) { continue; }")).toEqual(["for (const a of b) { ; }"]);
  });

  test("a loop that never runs; one that never ends would only take time", () => {
    expect(mutatedLines("while (a) {}")).toEqual(["while (false) {}"]);
    expect(mutatedLines("for (; a; ) {}")).toEqual(["for (; false; ) {}"]);
  });
});

test("types, imports and names of properties are left as they are", () => {
  expect(
    mutatedLines(`import { a } from "a";
      import type { B } from "b";
      export { c } from "c";
      type D = 4 | "text";
      interface E { readonly f: true }
      const g: D = a as "text" satisfies D;
      const h = { "i-j": g, 3: g };`),
  ).toEqual([]);
});

test("a mistake knows its line and the lines it is in, joined, also behind characters of several bytes", () => {
  const source = 'const a = "é→";\nconst b = [\n  f(c,\n    d < e),\n];\n';
  const [, mutant] = findMutants("folder/file.ts", source);
  expect(mutant).toMatchObject({ file: "folder/file.ts", line: 4, original: "d < e),", mutated: "d <= e)," });
  expect(mutant?.source()).toBe(source.replace("<", "<="));
  const [whole] = findMutants("file.ts", "f(\n  a,\n);");
  expect(whole).toMatchObject({ line: 1, original: "f( a, );", mutated: ";" });
});

test("parsing many files one after the other does not move the places", () => {
  for (let time = 0; time < 3; time += 1)
    expect(mutatedLines("// a comment first\nconst f = a === b;")).toEqual(["const f = a !== b;"]);
});

test("a comment between operands is no operator", () => {
  expect(mutatedLines("const f = a /* not < */ < b;")).toEqual([]);
});

test("the package of a file is its first two folders", () => {
  expect(packageOf("libs/traffic-sets/src/cidr.ts")).toBe("libs/traffic-sets");
});
