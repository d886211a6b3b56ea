import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readShape } from "./json-shape.ts";

const faultOf = (text: string) => {
  const shape = readShape(Buffer.from(text));
  return shape.ok ? undefined : shape.error;
};

/** Computes the depth of a value recursively. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("the shape of a JSON document", () => {
  test("is too deep exactly when it nests beyond 128 levels, whatever its strings hold", () => {
    const brackets = fc.string({ unit: fc.constantFrom("[", "]", "{", "}", '"', "\\", ",", ":", "a", "\u00e9") });
    const inside = fc.oneof(brackets, fc.jsonValue(), fc.dictionary(brackets, brackets));
    fc.assert(
      fc.property(inside, fc.array(fc.boolean(), { minLength: 120, maxLength: 136 }), (value, levels) => {
        const document = levels.reduce<unknown>(
          (inner, asList) => (asList ? [inner] : { [`{"${levels.length}[`]: inner }),
          value,
        );
        expect(faultOf(JSON.stringify(document))?.kind).toBe(depthOf(document) > 128 ? "too-deep" : undefined);
      }),
    );
  });

  test.each([
    ["500000 objects and lists", `[${Array(499_999).fill("[]").join()}]`, `[${Array(500_000).fill("{}").join()}]`],
    ["1000000 members", `{${Array(1_000_000).fill('"a":1').join()}}`, `{${Array(1_000_001).fill('"a":1').join()}}`],
    ["2000000 values", `[${Array(2_000_000).fill("1").join()}]`, `[${Array(2_000_001).fill("1").join()}]`],
  ])("has at most %s", (words, most, more) => {
    expect(faultOf(most)).toBeUndefined();
    expect(faultOf(more)).toEqual({ kind: "too-many", message: expect.stringContaining(words) });
  });

  test("of invalid JSON is left to the parser", () => {
    for (const text of ["", '"', '"\\', "]]]]", '{"a', "\u0000"]) expect(faultOf(text)).toBeUndefined();
  });
});
