import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "@jest/globals";
import { discover } from "../src/discover.ts";
import type { DiscoveredItem } from "../src/discovered-item.ts";
import type { Finding, Reader, Stated } from "../src/reader.ts";
import type { SourceFile } from "../src/readers/read-text.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Returns a file of `test/exports`. */
export function exported(name: string): SourceFile {
  return { name, path: path.join(import.meta.dirname, "exports", name) };
}

/**
 * Writes a file with this content, and returns its name and path. The file is removed after all tests of the test file.
 */
export function written(name: string, content: string | Buffer | object): SourceFile {
  const folder = mkdtempSync(path.join(tmpdir(), "connector-test-"));
  folders.push(folder);
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return { name, path: file };
}

/** Returns everything that a reader finds in the files, in order. */
export async function findings(reader: Reader, ...files: readonly SourceFile[]): Promise<Finding[]> {
  for (const file of files) await reader.learn?.(file);
  const all: Finding[] = [];
  for (const file of files) for await (const finding of reader.read(file)) all.push(finding);
  return all;
}

/** Returns the discovery of these files, with its items parsed. */
export async function discovered(reader: Reader, files: readonly SourceFile[], stated: Stated = {}) {
  const result = await discover({ reader, onItems: () => undefined }, files, stated);
  if (!result.ok) throw new Error(result.sentences.join("\n"));
  const { discovery } = result;
  const everything = new Set(discovery.cells.keys());
  const texts = [...discovery.items.of(everything)];
  return { ...discovery, texts, items: texts.map((text) => JSON.parse(text) as DiscoveredItem) };
}

/** Returns why these files are refused. */
export async function refusal(reader: Reader, files: readonly SourceFile[], stated: Stated = {}): Promise<string> {
  const result = await discover({ reader, onItems: () => undefined }, files, stated);
  if (result.ok) throw new Error("the files were taken");
  return result.sentences.join("\n");
}
