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
  ["p", '"p" is not a command; the commands are apply, preview, export, lint'],
  ["--yes", "a command is missing"],
  ["apply", "a folder is missing; write apply DIR"],
  ["apply p q", 'only one folder is allowed; remove "q"'],
  ["apply p", "--source NAME is missing"],
  ["apply p --source shop --refuse-flips", "--refuse-flips is for preview, not for apply"],
  ["lint p --source shop", "--source is for apply, preview, export, not for lint"],
  ["export p --yes", "--yes is for apply, not for export"],
  ["apply p --source shop --force", "--force needs --delete"],
  ["apply p --source=", "--source must not be empty; 1 to 256 characters work"],
  ["apply p --sorce shop", "Unknown option '--sorce'"],
])("%s is refused with what to change", (words, problem) => {
  expect(read(words)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

test("help is shown on request, and without arguments", () => {
  expect(read("")).toEqual({ ok: false, help: true });
  expect(read("apply --help")).toEqual({ ok: false, help: true });
});
