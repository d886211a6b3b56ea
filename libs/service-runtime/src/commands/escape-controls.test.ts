import { expect, test } from "@jest/globals";
import { escapeControls, escapeControlsInLines } from "./escape-controls.ts";

test("controls, direction marks and line separators are shown as escapes", () => {
  expect(escapeControls("a\u001b[2Jb\rc\nd\u0007e\u007f")).toBe("a\\u001b[2Jb\\u000dc\\u000ad\\u0007e\\u007f");
  expect(escapeControls("a\u009b31mb\u0085c")).toBe("a\\u009b31mb\\u0085c");
  expect(escapeControls("a\u202eb\u2066c\u200fd\u061ce\u2028f\u2029")).toBe(
    "a\\u202eb\\u2066c\\u200fd\\u061ce\\u2028f\\u2029",
  );
});

test("letters of every script, symbols and tabs stay", () => {
  const text = '日本 é\tx שלום 👩‍💻 "C:\\u001b"';
  expect(escapeControls(text)).toBe(text);
});

test("every control but the tab, every line separator and every direction mark is escaped, and nothing else", () => {
  const ranges = [
    [0x00, 0x08],
    [0x0a, 0x1f],
    [0x7f, 0x9f],
    [0x61c, 0x61c],
    [0x200e, 0x200f],
    [0x2028, 0x202e],
    [0x2066, 0x2069],
  ] as const;
  const wrong = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => {
    const escapes = escapeControls(String.fromCharCode(code)) !== String.fromCharCode(code);
    return escapes !== ranges.some(([first, last]) => first <= code && code <= last);
  });
  expect(wrong).toEqual([]);
});

test("a text of several lines keeps its line feeds", () => {
  expect(escapeControlsInLines("one\r\n  two\u001b[1A")).toBe("one\\u000d\n  two\\u001b[1A");
});
