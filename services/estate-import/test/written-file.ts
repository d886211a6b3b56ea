import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The path of a file with this content, removed after all tests of the test file. */
export function writtenFile(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "estate-import-test-"));
  folders.push(folder);
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
