import { cutPassages } from "./cut-passages.ts";
import { type DescribedTool, describeTools } from "./describe-tools.ts";
import { readDocumentationFiles } from "./documentation-files.ts";
import { createPage, type Page } from "./page.ts";
import type { Passage } from "./passage.ts";

/** All pages, and their passages in the order of the pages. */
export interface Documentation {
  readonly pages: readonly Page[];
  readonly passages: readonly Passage[];
}

/**
 * Reads the documentation below `root`, the folder that contains `docs/` and `services/`. Adds a page with the
 * descriptions of `tools`. Called once, at the start of a process. Throws if a file can't be read or if two pages have
 * the same address.
 */
export function readDocumentation(root: string, tools: readonly DescribedTool[]): Documentation {
  const pages = [...readDocumentationFiles(root), describeTools(tools)].map(createPage);
  const addresses = new Set<string>();
  for (const { path, address } of pages) {
    if (addresses.has(address)) throw new Error(`${path}: another page has the address "${address}"; rename the file`);
    addresses.add(address);
  }
  return { pages, passages: pages.flatMap(cutPassages) };
}
