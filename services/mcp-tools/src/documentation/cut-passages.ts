import { createHash } from "node:crypto";
import { findHeadings, type Heading, type MarkdownToken } from "./markdown.ts";
import type { Page } from "./page.ts";
import type { Passage } from "./passage.ts";

/** A passage has at most this many characters, unless one of its lines is longer. */
const MOST_CHARACTERS = 1_500;

interface Section {
  readonly headings: readonly Heading[];
  readonly blocks: string[];
}

/**
 * Splits a page into passages at its headings. If a section is too long for one passage, splits it between its blocks,
 * such as paragraphs and tables.
 */
export function cutPassages(page: Page): readonly Passage[] {
  return sectionsOf(page).flatMap(({ headings, blocks }) => {
    const below = headings.filter(({ level }) => level > 1).map(({ text }) => text);
    const anchor = headings.at(-1)?.anchor ?? null;
    return joinBlocks(blocks.flatMap(splitBlock)).map((text, part) => ({
      id: hashOf([page.address, page.title, below, anchor, part, text]),
      page: page.address,
      title: page.title,
      headings: below,
      anchor,
      text,
    }));
  });
}

function sectionsOf({ markdown, tokens }: Page): readonly Section[] {
  const lines = markdown.split("\n");
  const headings = findHeadings(tokens);
  const sections: Section[] = [{ headings: [], blocks: [] }];
  for (const token of tokens) {
    if (token.level !== 0 || token.nesting === -1 || token.map === null) continue;
    const section = sections.at(-1);
    const heading = headings.get(token);
    if (heading) {
      const above = section?.headings.filter(({ level }) => level < heading.level) ?? [];
      sections.push({ headings: [...above, heading], blocks: [] });
    } else section?.blocks.push(blockText(token, lines.slice(...token.map)));
  }
  return sections.filter(({ blocks }) => blocks.length > 0);
}

function blockText({ type }: MarkdownToken, lines: readonly string[]): string {
  const text = lines.join("\n").trimEnd();
  if (type === "fence" || type === "code_block") return text;
  const lean = type === "table_open" ? text.replaceAll(/ {2,}/g, " ").replaceAll(/-{3,}/g, "---") : text;
  return lean.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, name, target) =>
    /^https?:/.test(target) ? `${name} (${target})` : name,
  );
}

/**
 * Splits a block that is too long for one passage into several parts, between its lines. Each part of a table begins
 * with the table's header. Each part of a code block has its own fences.
 */
function splitBlock(block: string): readonly string[] {
  if (block.length <= MOST_CHARACTERS) return [block];
  const lines = block.split("\n");
  const isTable = lines[0]?.startsWith("|");
  const isCode = lines[0]?.startsWith("```");
  const first = lines.slice(0, isTable ? 2 : isCode ? 1 : 0);
  const last = isCode ? lines.slice(-1) : [];
  const pieces: string[][] = [[]];
  for (const line of lines.slice(first.length, lines.length - last.length)) {
    const length = [...first, ...(pieces.at(-1) ?? []), line, ...last].join("\n").length;
    if (length > MOST_CHARACTERS && pieces.at(-1)?.length !== 0) pieces.push([]);
    pieces.at(-1)?.push(line);
  }
  return pieces.map((piece) => [...first, ...piece, ...last].join("\n"));
}

function joinBlocks(blocks: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const block of blocks) {
    const last = texts.at(-1);
    const joined = `${last}\n\n${block}`;
    if (last !== undefined && joined.length <= MOST_CHARACTERS) texts[texts.length - 1] = joined;
    else texts.push(block);
  }
  return texts;
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}
