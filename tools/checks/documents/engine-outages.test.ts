import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";

/**
 * The page on engines says what each process does while an engine is unavailable, and names a test for each statement.
 */
const root = resolve(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/operations/engines.md"), "utf8");
const section = page.split("\n## ").find((part) => part.startsWith("While an engine is away")) ?? "";
const [header = [], , ...rows] = section
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const tests = new Map(
  Array.from(
    section.matchAll(/^(\d+)\. `([^`]+)`:\s+([^\n]+(?:\n {3,}[^\n]+)*)/gm),
    ([, number, file = "", title = ""]) => [number, { file, title: title.replace(/\s+/g, " ") }],
  ),
);

test("the page has a cell for each process and engine", () => {
  expect(header.slice(1)).toEqual(["MongoDB", "Redis", "OpenSearch"]);
  expect(rows.map(([process]) => process)).toEqual([
    "gateway",
    "change-request",
    "boundary-evaluator-subgraph",
    "boundary-evaluator-worker",
    "inventory",
    "security-manager",
    "mcp-tools",
  ]);
});

test.each(rows.flatMap(([process = "", ...cells]) => cells.map((cell, n) => [process, header[n + 1] ?? "", cell])))(
  "what %s does without %s is proven by tests of the list",
  (_, __, cell) => {
    const numbers = Array.from(cell.matchAll(/\[(\d+)\]/g), ([, number]) => number);
    expect(numbers).not.toEqual([]);
    for (const number of numbers) expect(tests.has(number)).toBe(true);
  },
);

test("every test of the list is in its file, and a cell names it", () => {
  expect(tests.size).toBeGreaterThan(10);
  for (const [number, { file, title }] of tests) {
    expect(existsSync(join(root, file)) ? "exists" : `no file ${file}`).toBe("exists");
    expect(readFileSync(join(root, file), "utf8").includes(`"${title}"`) ? "found" : `${file}: ${title}`).toBe("found");
    expect(rows.flat().some((cell) => cell.includes(`[${number}]`)) ? "named" : `no cell names ${number}`).toBe(
      "named",
    );
  }
});
