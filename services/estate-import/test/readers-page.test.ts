import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../../..");
const READERS = join(ROOT, "services/estate-import/src/readers");
const TREATMENT = /^(understood|listed|ignored|refused)(?=$|[ ,:;])/;

interface PageRow {
  readonly construct: string;
  readonly example: string;
  readonly treatment: string;
  readonly files: readonly string[];
}

/**
 * Returns the rows of the tables in docs/readers.md. Each row of a table names a test file, without the extension
 * `.test.ts`. The section with the table lists the folders that the file may be in. `files` contains the paths at which
 * the file exists in these folders.
 */
function rowsOfPage(): readonly PageRow[] {
  const [, ...sections] = readFileSync(join(ROOT, "docs/readers.md"), "utf8").split("\n## ");
  return sections.flatMap((section) => {
    const [, listed = ""] = /The tests of this table are in the folders ([^.]*)\./.exec(section) ?? [];
    const folders = [...listed.matchAll(/`([^`]+)`/g)].map(([, folder = ""]) => folder);
    const rows = section.split("\n").filter((line) => /^\| (?!construct|-)/.test(line));
    return rows.map((row) => {
      const [construct = "", example = "", treatment = "", name = ""] = row
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.trim());
      const files = folders.map((folder) => join(READERS, folder, `${unquoted(name)}.test.ts`));
      return { construct, example: unquoted(example), treatment, files: files.filter((file) => existsSync(file)) };
    });
  });
}

function unquoted(cell: string): string {
  return cell.replaceAll("`", "");
}

const rows = rowsOfPage();

test("the page has both tables", () => {
  expect(rows.length).toBeGreaterThan(60);
});

test.each(rows)("$construct: the row names a treatment and a test that has its example", (row) => {
  expect(row.treatment).toMatch(TREATMENT);
  expect(row.files).toHaveLength(1);
  const tests = row.files.map((file) => readFileSync(file, "utf8").replaceAll('\\"', '"'));
  expect(tests.filter((text) => text.includes(row.example))).toHaveLength(1);
});
