import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { patternsOfBeginning, patternsOfName } from "./name-patterns.ts";

/** Reads a text of SIQL as a regular expression. */
function matcherOf(text: string): RegExp {
  const body = Array.from(text.slice(1, -1).matchAll(/\\(.)|(\*)|(.)/gsu), ([, escaped, wildcard, plain = ""]) =>
    wildcard === undefined ? (escaped ?? plain).replace(/[.*+?^${}()|[\]\\]/gu, "\\$&") : ".*",
  ).join("");
  return new RegExp(`^${body}$`, "su");
}

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matcherOf(pattern).test(name));
}

test.each([
  ["a1", ["'a1'", "'A1'"]],
  ["80", ["'80'"]],
  [
    "it's*",
    [
      "'it\\'s\\*'",
      "'It\\'s\\*'",
      "'iT\\'s\\*'",
      "'IT\\'s\\*'",
      "'it\\'S\\*'",
      "'It\\'S\\*'",
      "'iT\\'S\\*'",
      "'IT\\'S\\*'",
    ],
  ],
])("%s", (name, patterns) => {
  expect(patternsOfName(name).sort()).toEqual(patterns.sort());
});

test("a longer name is matched by its ends", () => {
  const patterns = patternsOfName("service-https");
  expect(patterns).toHaveLength(64);
  expect(patterns).toContain("'Serv*ps'");
  expect(matches(patterns, "SERVICE-https")).toBe(true);
  expect(matches(patterns, "service-http")).toBe(false);
});

test("every case of a name is matched, and by few short patterns", () => {
  const unit = fc.constantFrom(..."aZéß1- _*'\\.😀");
  const cases = fc.infiniteStream(fc.boolean());
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 255 }), cases, (name, upper) => {
      const other = Array.from(name, (character) => {
        const changed = upper.next().value ? character.toUpperCase() : character.toLowerCase();
        return changed.length === character.length ? changed : character;
      }).join("");
      const patterns = patternsOfName(name);
      expect(matches(patterns, other)).toBe(true);
      expect(matches(patternsOfBeginning(name, 3), other)).toBe(true);
      expect(patterns.join(" OR name = ").length).toBeLessThan(8_000);
    }),
  );
});
