import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readDocumentationFiles } from "./documentation-files.ts";

describe("readDocumentationFiles", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "documentation-"));
    for (const path of [
      ...["docs/feeds.md", "docs/siql/rule.md", "docs/clients/README.md", "docs/decisions/0001-a.md"],
      ...["docs/clients/node_modules/p/README.md", "docs/picture.png", "services/inventory/README.md"],
      ...["services/inventory/src/README.md", "libs/access/README.md", "README.md"],
    ]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `# ${path}\n`);
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it("reads the pages of docs without decisions, and the README of each service, in order", () => {
    expect(readDocumentationFiles(root)).toEqual(
      ["docs/clients/README.md", "docs/feeds.md", "docs/siql/rule.md", "services/inventory/README.md"].map((path) => ({
        path,
        markdown: `# ${path}\n`,
      })),
    );
  });

  it("says where it looked if there is no documentation", () => {
    expect(() => readDocumentationFiles(join(root, "libs"))).toThrow(`there is no documentation below "${root}/libs"`);
  });
});
