import MarkdownIt from "markdown-it";

/** A Markdown parser. It treats HTML, and URLs that are not in Markdown's link syntax, as plain text. */
export const markdownParser = new MarkdownIt({ html: false, linkify: false });

export type MarkdownToken = ReturnType<typeof markdownParser.parse>[number];

/** A heading of a page. */
export interface Heading {
  readonly level: number;
  /** The text of the heading without Markdown syntax. */
  readonly text: string;
  /** The id of the heading in the served page. No other heading of the page has the same id. */
  readonly anchor: string;
}

/** Returns the headings of a parsed page. The keys of the map are the tokens that open the headings. */
export function findHeadings(tokens: readonly MarkdownToken[]): ReadonlyMap<MarkdownToken, Heading> {
  const used = new Map<string, number>();
  const headings = new Map<MarkdownToken, Heading>();
  for (const [place, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const text = plainText(tokens[place + 1]);
    headings.set(token, { level: Number(token.tag.slice(1)), text, anchor: uniqueAnchor(text, used) });
  }
  return headings;
}

/**
 * Returns the anchor that GitHub would give to a heading with this text. With the same anchors, links to headings work
 * both on GitHub and in the served pages.
 */
function uniqueAnchor(text: string, used: Map<string, number>): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  const anchor = words.trim().replaceAll(/\s/g, "-") || "section";
  const before = used.get(anchor) ?? 0;
  used.set(anchor, before + 1);
  return before === 0 ? anchor : uniqueAnchor(`${anchor}-${before}`, used);
}

function plainText(inline: MarkdownToken | undefined): string {
  return (inline?.children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");
}
