import { expect, test } from "@jest/globals";
import { wholeNumber } from "./read-parameters.ts";

test.each([
  [undefined, null],
  ["0", 0],
  ["1000", 1_000],
  ["-1", -1],
  ["99999999999", 99_999_999_999],
])("%j is the number %j; its range is checked by the operation", (text, number) => {
  expect(wholeNumber("size", text)).toBe(number);
});

test.each(["", "ten", "1.5", "1e3", "0x10", " 1", "+1", "9".repeat(17)])("%j is refused", (text) => {
  expect(() => wholeNumber("size", text)).toThrow(`size: is "${text}"; a whole number works`);
});
