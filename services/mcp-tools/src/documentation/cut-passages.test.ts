import { describe, expect, it } from "@jest/globals";
import { cutPassages } from "./cut-passages.ts";
import { createPage } from "./page.ts";

function cut(markdown: string) {
  return cutPassages(createPage({ path: "docs/feeds.md", markdown })).map(({ id: _, ...passage }) => passage);
}

describe("cutPassages", () => {
  it("cuts a page at its headings, with the headings above each passage and the anchor of the last", () => {
    const markdown =
      "# Feeds for `firewalls`\n\nAll.\n\n## Set up\n\nOne.\n\nTwo.\n\n### Twice\n\nThree.\n\n## Set up\n\nFour.\n";
    const page = { page: "feeds", title: "Feeds for firewalls" };
    expect(cut(markdown)).toEqual([
      { ...page, headings: [], anchor: "feeds-for-firewalls", text: "All." },
      { ...page, headings: ["Set up"], anchor: "set-up", text: "One.\n\nTwo." },
      { ...page, headings: ["Set up", "Twice"], anchor: "twice", text: "Three." },
      { ...page, headings: ["Set up"], anchor: "set-up-1", text: "Four." },
    ]);
  });

  it("has no passage for a heading without text, and none for a heading in code", () => {
    expect(cut("# A\n\n## B\n\n```sh\n# no heading\n```\n").map(({ headings, text }) => [headings, text])).toEqual([
      [["B"], "```sh\n# no heading\n```"],
    ]);
  });

  it("keeps the text of links and the targets of links to other sites, and leaves code as it is", () => {
    expect(cut("# A\n\n[Search](search.md#x), [RFC](https://example.com/rfc).\n\n```\n[a](b)\n```\n")[0]?.text).toBe(
      "Search, RFC (https://example.com/rfc).\n\n```\n[a](b)\n```",
    );
  });

  it("removes the padding of tables", () => {
    expect(cut("# A\n\n| a    | b   |\n| ---- | --- |\n| 1    | 2   |\n")[0]?.text).toBe(
      "| a | b |\n| --- | --- |\n| 1 | 2 |",
    );
  });

  it("splits a long table at its rows and repeats its head, and splits long code within its fences", () => {
    const rows = Array.from({ length: 100 }, (_, row) => `| row ${row} | some text about it |`);
    const code = Array.from({ length: 100 }, (_, line) => `echo "this is line ${line}"`);
    const texts = cut(
      `# A\n\n| a | b |\n| --- | --- |\n${rows.join("\n")}\n\n\`\`\`sh\n${code.join("\n")}\n\`\`\`\n`,
    ).map(({ text }) => text);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(1_500);
    const tables = texts.filter((text) => text.startsWith("|"));
    expect(tables.every((text) => text.startsWith("| a | b |\n| --- | --- |\n| row"))).toBe(true);
    expect(tables.flatMap((text) => text.split("\n").slice(2)).join("\n")).toContain(rows.slice(0, 90).join("\n"));
    expect(texts.join("\n").match(/echo/g)).toHaveLength(100);
    expect(texts.join("\n").match(/```sh\n/g)?.length).toBe(texts.join("\n").match(/```(?!sh)/g)?.length);
  });

  it("gives equal passages equal ids, and other ids to other texts and places", () => {
    const ids = (markdown: string, path = "docs/a.md") =>
      cutPassages(createPage({ path, markdown })).map(({ id }) => id);
    const [first] = ids("# A\n\nx\n");
    expect(ids("# A\n\nx\n\n## B\n\nx\n")[0]).toBe(first);
    expect(
      new Set([...ids("# A\n\nx\n\n## B\n\nx\n"), ...ids("# A\n\ny\n"), ...ids("# A\n\nx\n", "docs/b.md")]).size,
    ).toBe(4);
  });
});
