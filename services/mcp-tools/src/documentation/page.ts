import { findHeadings, type MarkdownToken, markdownParser } from "./markdown.ts";

/** A page of the documentation. */
export interface Page {
  /** The path of the page's file, relative to the root of the repository. */
  readonly path: string;
  /** The path of the page's URL, relative to the root of the documentation, such as "feeds" or "services/inventory". */
  readonly address: string;
  readonly title: string;
  readonly markdown: string;
  readonly tokens: readonly MarkdownToken[];
}

/**
 * Creates a page from a Markdown file. The title of the page is the text of its first heading, or the path of the file
 * if there is no heading.
 */
export function createPage({ path, markdown }: { readonly path: string; readonly markdown: string }): Page {
  const tokens = markdownParser.parse(markdown, {});
  const [heading] = findHeadings(tokens).values();
  return { path, address: addressOf(path), title: heading?.text ?? path, markdown, tokens };
}

/**
 * Returns the address under which a file is served: for example "feeds" for `docs/feeds.md`. The README of a folder has
 * the folder's address.
 */
function addressOf(path: string): string {
  return path
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replace(/\/README$/, "");
}
