import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { divideText } from "./divide-text.ts";

test("pieces end at the ends of lines", () => {
  expect([...divideText("one\ntwo\nthree\n", 8)]).toEqual(["one\ntwo\n", "three\n"]);
  expect([...divideText("", 8)]).toEqual([""]);
});

test("a line that is longer than a piece is cut between two characters", () => {
  expect([...divideText("aé€😀b", 4)]).toEqual(["aé", "€", "😀", "b"]);
});

test("pieces give the text when joined, and none is larger than asked", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n"), maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 4, max: 30 }), (text, most) => {
      const pieces = [...divideText(text, most)];
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(most);
    }),
  );
});
