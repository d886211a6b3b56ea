import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { workspace } from "@network-access/local-stack/workspace";

const folder = join(workspace.root, "docs/decisions");
const list = readFileSync(join(folder, "README.md"), "utf8");
const MOST_WORDS = 300;

test.each(globSync("0*.md", { cwd: folder }).sort())("%s has all sections and is in the list of decisions", (file) => {
  const text = readFileSync(join(folder, file), "utf8");
  expect(text).toMatch(new RegExp(`^# ${file.slice(0, 4)} .+\n\nStatus: .+\\. Date: \\d{4}-\\d{2}-\\d{2}\\.\n`));
  const sections = Array.from(text.matchAll(/^\*\*([^*]+?)\.?\*\*/gm), ([, name]) => name);
  expect(sections).toEqual(expect.arrayContaining(["Context", "Decision", "Consequences", "What would overturn it"]));
  expect(text.split(/\s+/).filter((word) => word !== "").length).toBeLessThanOrEqual(MOST_WORDS);
  expect(list).toContain(`(${file})`);
});
