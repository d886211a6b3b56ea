import { expect, test } from "@jest/globals";
import { readArguments } from "./read-arguments.ts";

const read = (words: string) => readArguments(words === "" ? [] : words.split(" "));

test.each([
  [
    "apply p --source shop",
    { command: "apply", folder: "p", source: "shop", removes: false, force: false, yes: false },
  ],
  [
    "apply --source shop --delete --force -y p",
    { command: "apply", folder: "p", source: "shop", removes: true, force: true, yes: true },
  ],
  [
    "preview p --source shop --delete --refuse-flips",
    { command: "preview", folder: "p", source: "shop", removes: true, refuseFlips: true },
  ],
  ["export p", { command: "export", folder: "p", source: null }],
  ["export p --source shop", { command: "export", folder: "p", source: "shop" }],
  ["lint p", { command: "lint", folder: "p" }],
])("%s is understood", (words, options) => {
  expect(read(words)).toEqual({ ok: true, options });
});

test.each([
  ["p", '"p" is no command; there are apply, preview, export, lint'],
  ["--yes", "no command is named"],
  ["apply", "no folder is named; write apply DIR"],
  ["apply p q", 'one folder at a time; "q" is one more'],
  ["apply p", "--source NAME is missing"],
  ["apply p --source shop --refuse-flips", "--refuse-flips is for preview, not for apply"],
  ["lint p --source shop", "--source is for apply, preview, export, not for lint"],
  ["export p --yes", "--yes is for apply, not for export"],
  ["apply p --source shop --force", "--force is about removing, which --delete asks for; say both"],
  ["apply p --source=", "--source must not be empty; 1 to 256 characters work"],
  ["apply p --sorce shop", "Unknown option '--sorce'"],
])("%s is refused with what would work", (words, problem) => {
  expect(read(words)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

test("help is shown when it is asked for, and when nothing is", () => {
  expect(read("")).toEqual({ ok: false, help: true });
  expect(read("apply --help")).toEqual({ ok: false, help: true });
});
