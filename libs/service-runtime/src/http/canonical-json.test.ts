import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson } from "./canonical-json.ts";

/** Returns the same value with the members of every object in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return JSON.parse(
    `{${Object.entries(value)
      .reverse()
      .map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(turned(member))}`)
      .join(",")}}`,
  );
}

test("the text is independent of the order of members, and of nothing else", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 2 }), (value, other) => {
      // The values are first converted to JSON and back, because JSON can't express some of them. For example, -0
      // becomes 0.
      const [one, two] = [JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(other))];
      expect(canonicalJson(turned(one))).toBe(canonicalJson(one));
      expect(JSON.parse(canonicalJson(one))).toEqual(one);
      expect(canonicalJson([one, two]) === canonicalJson([two, one])).toBe(canonicalJson(one) === canonicalJson(two));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['{"b":1,"a":{"d":[],"c":null}}', '{"a":{"c":null,"d":[]},"b":1}'],
  ['{"__proto__":{"a":1},"b":2}', '{"__proto__":{"a":1},"b":2}'],
  ['{"10":"x","9":"y","":0}', '{"9":"y","10":"x","":0}'],
])("%s is written as %s", (text, canonical) => {
  expect(canonicalJson(JSON.parse(text))).toBe(canonical);
});

test("a member named like the prototype is part of the text", () => {
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).not.toBe(canonicalJson(JSON.parse("{}")));
});
