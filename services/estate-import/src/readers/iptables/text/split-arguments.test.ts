import { expect, test } from "@jest/globals";
import { splitArguments } from "./split-arguments.ts";

const texts = (line: string) => splitArguments(line)?.map(({ text }) => text);

test.each([
  ["spaces and tabs divide", "-s  10.0.0.1\t-j DROP ", ["-s", "10.0.0.1", "-j", "DROP"]],
  ["quotes keep spaces", '--comment "a  b" -j', ["--comment", "a  b", "-j"]],
  ["a backslash in quotes escapes what follows", '"it\\\'s \\"q\\" \\\\ x"', ['it\'s "q" \\ x']],
  ["a backslash outside quotes is a character", "a\\ b", ["a\\", "b"]],
  ["a single quote is a character", "it's 'a b'", ["it's", "'a", "b'"]],
  ["a closing quote ends its argument", '"a"b', ["a", "b"]],
  ["empty quotes are an empty argument", '--comment "" -j', ["--comment", "", "-j"]],
  ["a blank line has none", "  ", []],
])("%s", (_, line, expected) => {
  expect(texts(line)).toEqual(expected);
});

test.each(['"', 'a "b', '"a\\"', '"a\\'])("a quote that is not closed is reported: %s", (line) => {
  expect(splitArguments(line)).toBeUndefined();
});

test("each argument has its place, and says whether it had quotes", () => {
  expect(splitArguments('-A X "a b" !', 2)).toEqual([
    { text: "X", start: 3, end: 4, quoted: false },
    { text: "a b", start: 5, end: 10, quoted: true },
    { text: "!", start: 11, end: 12, quoted: false },
  ]);
});
