import { posix } from "node:path";
import { findHeadings, type MarkdownToken, markdownParser } from "./markdown.ts";
import type { Page } from "./page.ts";

/** The address of the style sheet. No page has this address, because addresses of pages contain no dot. */
export const STYLE_ADDRESS = "style.css";

/**
 * Renders a page as HTML without scripts. Headings get anchors. Links to files of `pages` become links to the served
 * pages. A link to any other file is replaced by its text.
 */
export function renderPage(page: Page, pages: readonly Page[]): string {
  const { markdown, title, address } = page;
  const tokens = markdownParser.parse(markdown, {});
  for (const [token, { anchor }] of findHeadings(tokens)) token.attrSet("id", anchor);
  for (const token of tokens) if (token.children) token.children = rewriteLinks(token.children, page, pages);
  const body = markdownParser.renderer.render(tokens, markdownParser.options, {});
  return frame({ title, address, body });
}

/** Renders the list of all pages. */
export function renderContents(pages: readonly Page[]): string {
  const items = pages.map(({ title, address }) => `<li><a href="${escapeText(address)}">${escapeText(title)}</a></li>`);
  return frame({
    title: "Documentation",
    address: "",
    body: `<h1>Documentation</h1>\n<ul>\n${items.join("\n")}\n</ul>\n`,
  });
}

function frame({ title, address, body }: { readonly title: string; readonly address: string; readonly body: string }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<link rel="stylesheet" href="${escapeText(relativeAddress(address, STYLE_ADDRESS))}">
</head>
<body>
<nav><a href="${escapeText(relativeAddress(address, ""))}">All pages</a></nav>
<main>
${body}</main>
</body>
</html>
`;
}

function rewriteLinks(tokens: readonly MarkdownToken[], page: Page, pages: readonly Page[]): MarkdownToken[] {
  const kept: MarkdownToken[] = [];
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const target = resolveTarget(String(token.attrGet("href")), page, pages);
      isDropped = target === null;
      if (target === null) continue;
      token.attrSet("href", target);
    }
    if (token.type === "link_close" && isDropped) continue;
    kept.push(token);
  }
  return kept;
}

/** Returns the address that a link gets in the served page, or null if the link leads to a file that is not served. */
function resolveTarget(href: string, page: Page, pages: readonly Page[]): string | null {
  if (/^https?:|^mailto:|^#/i.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const file = posix.join(posix.dirname(page.path), path);
  const folderFile = posix.join(file, "README.md");
  const target = pages.find((one) => one.path === file || one.path === folderFile);
  if (!target) return null;
  return relativeAddress(page.address, target.address) + (anchor === undefined ? "" : `#${anchor}`);
}

/**
 * Returns the address of the page `to` relative to the page `from`. The pages can therefore be served under any base
 * address. The page that lists all pages has the empty address.
 */
function relativeAddress(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up}${to}` || "./";
}

const escapeText = markdownParser.utils.escapeHtml;
