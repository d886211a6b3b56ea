import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { readArguments } from "./read-arguments.ts";
import { sourceFlags } from "./source.ts";
import { sources } from "./sources.ts";
import { usage } from "./usage.ts";

test("no two sources have one name", () => {
  expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
});

describe.each(sources.map((source) => [source.name, source] as const))("the source %s", (name, source) => {
  test("stands in the help with its files and its example, in lines of at most 105 characters", () => {
    const [first = ""] = source.files;
    const lines = usage.split("\n");
    expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(` ${first}`))).toHaveLength(1);
    for (const line of [...source.files, ...source.example]) expect(usage).toContain(line);
    expect(lines.filter((line) => line.length > 105)).toEqual([]);
  });

  test("is described in the README", () => {
    expect(readFileSync(path.resolve(import.meta.dirname, "../README.md"), "utf8")).toContain(`**${name}**: `);
  });

  test("is what its own example names", () => {
    const [, words = ""] = /^npm run connector -- (.*)$/.exec(source.example.at(-1) ?? "") ?? [];
    expect(readArguments(words.split(" "))).toMatchObject({ ok: true, options: { source } });
  });

  test("takes its own flags alone, and the help says so", () => {
    const needed = source.needs === undefined ? [] : [`--${source.needs.flag}`, "x"];
    for (const flag of sourceFlags) {
      const read = readArguments([name, "x", ...needed, `--${flag}`, "y"]);
      const line = usage.split("\n").find((one) => one.startsWith(`  --${flag} `)) ?? "";
      const taken = source.flags.includes(flag);
      expect([flag, read.ok, /\((.*)\)/.exec(line)?.[1]?.split(", ").includes(name)]).toEqual([flag, taken, taken]);
    }
  });
});
