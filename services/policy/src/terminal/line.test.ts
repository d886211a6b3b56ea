import { expect, test } from "@jest/globals";
import { line, printed, wantsColours } from "./line.ts";

test("lines have colours only on request", () => {
  expect(printed(line("+ a", "added"), true)).toBe("\u001b[32m+ a\u001b[39m");
  expect(printed(line("+ a", "added"), false)).toBe("+ a");
  expect(printed(line("a"), true)).toBe("a");
});

test("untrusted text can't move the cursor, end the line or reverse it", () => {
  expect(printed(line("a\u001b[2Jb\r\nc\u202ed\u0007"), false)).toBe("a\\u001b[2Jb\\u000d\\u000ac\\u202ed\\u0007");
  expect(printed(line("\u009b2K", "added"), true)).toBe("\u001b[32m\\u009b2K\u001b[39m");
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [undefined, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
])("on a terminal (%s) with %j colours are wanted: %s", (isTTY, env, wanted) => {
  expect(wantsColours(isTTY, env)).toBe(wanted);
});
