import { describe, expect, it } from "@jest/globals";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { cutPassages } from "./cut-passages.ts";
import type { Documentation } from "./documentation.ts";
import { createDocumentationSearch, documentationUrl } from "./documentation-search.ts";
import { createPage } from "./page.ts";
import type { PassageIndex } from "./passage-index.ts";

const pages = [
  createPage({ path: "docs/feeds.md", markdown: "# Feeds\n\n## Statuses\n\nA firewall gets 507 for a long list.\n" }),
  createPage({ path: "services/inventory/README.md", markdown: "# inventory\n\nItems of the network.\n" }),
];
const documentation: Documentation = { pages, passages: pages.flatMap(cutPassages) };
const statuses = {
  title: "Feeds",
  heading: "Statuses",
  url: "https://docs.example.com/feeds#statuses",
  passage: "A firewall gets 507 for a long list.",
};
const signal = new AbortController().signal;

function createSearch(search: PassageIndex["search"], given = documentation, clock = () => 0) {
  const { logger, lines } = keepLogLines();
  const options = { documentation: given, baseUrl: "https://docs.example.com", index: { search }, logger, clock };
  return { ...createDocumentationSearch(options), lines };
}

describe("createDocumentationSearch", () => {
  it("answers with the passages that the index finds, in its order", async () => {
    const ids = documentation.passages.map(({ id }) => id);
    const { search, lines } = createSearch(async () => ids.toReversed());
    expect(await search("the network of a firewall", signal)).toEqual([
      {
        title: "inventory",
        heading: "inventory",
        url: "https://docs.example.com/services/inventory#inventory",
        passage: "Items of the network.",
      },
      statuses,
    ]);
    expect(lines).toEqual([]);
  });

  it("leaves out passages that have too few of the question's words", async () => {
    const ids = documentation.passages.map(({ id }) => id);
    const { search } = createSearch(async () => ids);
    expect(await search("Which firewall plays chess against a grandmaster?", signal)).toEqual([]);
    expect(await search("How do I do that?", signal)).toEqual([]);
  });

  it("answers from this process while the index fails, and asks the index again after five seconds", async () => {
    let now = 0;
    let asked = 0;
    const { search, lines } = createSearch(
      async () => {
        asked++;
        throw new Error("away");
      },
      documentation,
      () => now,
    );
    expect(await search("a 507 for firewalls", signal)).toEqual([statuses]);
    now = 4_999;
    expect(await search("a 507 for firewalls", signal)).toEqual([statuses]);
    expect(asked).toBe(1);
    now = 5_000;
    await search("a 507 for firewalls", signal);
    expect(asked).toBe(2);
    expect(lines).toMatchObject([{ level: "warn" }, { level: "warn" }]);
  });

  it("answers from this process when the index takes longer than two seconds", async () => {
    const { search } = createSearch(() => new Promise(() => undefined));
    const begun = performance.now();
    expect(await search("a 507 for firewalls", signal)).toEqual([statuses]);
    expect(performance.now() - begun).toBeGreaterThan(1_900);
  });

  it("rejects when the caller is gone, and keeps asking the index", async () => {
    let asked = 0;
    const { search } = createSearch(() => {
      asked++;
      return new Promise(() => undefined);
    });
    for (const _ of [1, 2])
      await expect(search("a 507 for firewalls", AbortSignal.timeout(20))).rejects.toMatchObject({
        name: "TimeoutError",
      });
    expect(asked).toBe(2);
  });

  it("shows at most three passages of a page and five in all", async () => {
    const many = ["a", "b", "c"].map((name) => {
      const sections = Array.from({ length: 5 }, (_, place) => `## ${place}\n\nA feed.\n`);
      return createPage({ path: `docs/${name}.md`, markdown: `# ${name}\n\n${sections.join("\n")}` });
    });
    const passages = many.flatMap(cutPassages);
    const { search } = createSearch(async () => passages.map(({ id }) => id), { pages: many, passages });
    expect((await search("feed", signal)).map(({ title, heading }) => title + heading)).toEqual([
      ...["a0", "a1", "a2", "b0", "b1"],
    ]);
  });

  it("names the pages that are in no folder", () => {
    expect(createSearch(async () => []).mainPages).toEqual([{ title: "Feeds", url: "https://docs.example.com/feeds" }]);
  });
});

describe("documentationUrl", () => {
  it.each([
    [undefined, "https://tools.example.com", "https://tools.example.com/docs"],
    [undefined, "https://example.com/tools/", "https://example.com/tools/docs"],
    ["https://console.example.com/docs/", "https://tools.example.com", "https://console.example.com/docs"],
  ])("is below DOCS_URL %s, else below PUBLIC_URL %s", (docsUrl, publicUrl, url) => {
    expect(documentationUrl({ docsUrl, publicUrl })).toBe(url);
  });
});
