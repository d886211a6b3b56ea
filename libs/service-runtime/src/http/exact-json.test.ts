import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isExactNumber, parseExactJson } from "./exact-json.ts";
import { readShape } from "./json-shape.ts";

const again = (text: string) => JSON.stringify(parseExactJson(text));

/** `number` generates numbers in JSON syntax. Many of the numbers are at the limits of floating point. */
const digits = (most: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${most}}$`));
const number = fc
  .record({
    sign: fc.constantFrom("", "-"),
    whole: fc.oneof(fc.constant("0"), digits(16), digits(40), fc.bigInt({ min: 0n, max: 2n ** 65n }).map(String)),
    fraction: fc.oneof(fc.constant(""), fc.stringMatching(/^\.[0-9]{1,30}$/)),
    exponent: fc.oneof(fc.constant(""), fc.stringMatching(/^[eE][+-]?[0-9]{1,3}$/)),
  })
  .map(({ sign, whole, fraction, exponent }) => `${sign}${whole}${fraction}${exponent}`);
const anyNumber = fc.oneof(number, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String));

/** Converts the text of a number to `digits` times 10 to the power of `exponent`. */
function decimalOf(text: string): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(power) - fraction.length };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  const least = Math.min(a.exponent, b.exponent);
  const [p, q] = [a, b].map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - least));
  return p === q;
}

describe("JSON whose numbers are kept", () => {
  test.each([
    ["12345678901234567890", "12345678901234567890"],
    ["-9007199254740993", "-9007199254740993"],
    ["1000000000000000000000", "1000000000000000000000"],
    ["0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"],
    ["1e400", "1e400"],
    ["-1.5E-400", "-1.5E-400"],
    ["9007199254740992", "9007199254740992"],
    ["1.1000000000000000000", "1.1"],
    ["0.1000000000000000", "0.1"],
    ["1.0E+0100", "1e+100"],
    ["-0.00000000000000000", "0"],
    ["1.10", "1.1"],
  ])("%s comes back as %s", (sent, back) => {
    expect(again(`{"a":[${sent} ]}`)).toBe(`{"a":[${back}]}`);
    expect(again(sent)).toBe(back);
  });

  test("keeps all values, and the digits of integers", () => {
    fc.assert(
      fc.property(anyNumber, (sent) => {
        const back = again(sent) ?? "";
        expect([sent, isSame(back, sent)]).toEqual([sent, true]);
        if (/^-?[1-9]\d*$/.test(sent)) expect(back).toBe(sent);
      }),
      { numRuns: 2_000 },
    );
  });

  test("differs from JSON.parse only in the numbers that it changes", () => {
    const spaced = fc.constantFrom("", " ", "\n\t");
    const value = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          anyNumber,
          fc.string().map((text) => JSON.stringify(text)),
          fc.constantFrom("true", "null", '"\\\\"', '"\\"1"'),
        ),
        fc.array(tie("any")).map((list) => `[${list.join()}]`),
        fc
          .array(
            fc.tuple(fc.oneof(fc.string(), fc.constantFrom("__proto__", "12345678901234567890")), spaced, tie("any")),
          )
          .map(
            (members) =>
              `{${members.map(([name, gap, one]) => `${JSON.stringify(name)}${gap}:${gap}${one}${gap}`).join()}}`,
          ),
      ),
    })).any;
    fc.assert(
      fc.property(value, (text) => {
        const kept: string[] = [];
        const rounded = (one: unknown): unknown => {
          if (isExactNumber(one)) {
            kept.push(one.rawJSON);
            return Number(one.rawJSON);
          }
          if (Array.isArray(one)) return one.map(rounded);
          if (typeof one !== "object" || one === null) return one;
          return Object.defineProperties(
            {},
            Object.fromEntries(
              Object.entries(one).map(([name, inside]) => [
                name,
                { value: rounded(inside), enumerable: true, configurable: true, writable: true },
              ]),
            ),
          );
        };
        expect(rounded(parseExactJson(text))).toEqual(JSON.parse(text));
        const shape = readShape(Buffer.from(text));
        expect(shape.ok && shape.longNumbers >= kept.length).toBe(true);
      }),
    );
  });

  test("refuses what JSON.parse refuses, with its message", () => {
    const long = "12345678901234567890";
    const wrong = [
      "",
      `{${long}:1}`,
      `{${long} : 1}`,
      `[0${long}]`,
      `[${long}.]`,
      `[+${long}]`,
      `[--${long}]`,
      `[${long}e]`,
      `[1 ${long}]`,
      `["${long}]`,
      `{"a":${long},\n "b":}`,
      `[${long}`,
      `${long}${"1".repeat(20)}x`,
    ];
    for (const text of wrong) {
      const message = messageOf(() => JSON.parse(text));
      expect([text, messageOf(() => parseExactJson(text))]).toEqual([text, message]);
    }
  });

  test("may be nested deeper than the call stack reaches", () => {
    const text = `${"[".repeat(100_000)}12345678901234567890${"]".repeat(100_000)}`;
    let inner = parseExactJson(text);
    while (Array.isArray(inner)) inner = inner[0];
    expect(JSON.stringify(inner)).toBe("12345678901234567890");
  });
});

function messageOf(work: () => unknown): string {
  try {
    return `gave ${String(work())}`;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : `threw ${String(error)}`;
  }
}
