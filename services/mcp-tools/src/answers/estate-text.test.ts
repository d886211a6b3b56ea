import { describe, expect, it } from "@jest/globals";
import { estateText } from "./estate-text.ts";

describe("estateText", () => {
  it.each([
    ["web-1", "web-1"],
    ["", ""],
    ["a\tb\r\n\r\nc\u2028d\u0000e\u0085f", "a b c d e f"],
    ["\u202eevil\u202c \u{e0041}\u200btext\ufeff", "evil text"],
    ["web\ufe0f\u{e0151}\u{e0152}\u034f\u3164\u17b4", "web"],
    ["half \ud800 character", "half \ufffd character"],
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), `${"x".repeat(199)}…`],
    ["😀".repeat(150), "😀".repeat(150)],
    ["😀".repeat(300), `${"😀".repeat(199)}…`],
  ])("prints %j in one line", (text, printed) => {
    expect(estateText(text)).toBe(printed);
  });

  it("cuts at another number of characters", () => {
    expect(estateText("abcdef", 4)).toBe("abc…");
  });
});
