import { describe, expect, it } from "@jest/globals";
import { documentationRoot } from "../../test/documentation-root.ts";
import { readDocumentation } from "./documentation.ts";
import { createPage } from "./page.ts";
import { renderContents, renderPage } from "./render-page.ts";

const feeds = createPage({ path: "docs/feeds.md", markdown: "# Feeds\n\n## Set it up\n" });
const inventory = createPage({ path: "services/inventory/README.md", markdown: "# inventory\n" });
const rule = createPage({ path: "docs/siql/rule.md", markdown: "# rule\n" });

function render(markdown: string, path = "docs/page.md"): string {
  const page = createPage({ path, markdown });
  const [, main] = renderPage(page, [page, feeds, inventory, rule]).split("<main>\n");
  return main?.split("</main>")[0] ?? "";
}

describe("renderPage", () => {
  it("gives each heading an anchor", () => {
    expect(render("# The `x`, and y\n\n## Same\n\n## Same\n")).toBe(
      '<h1 id="the-x-and-y">The <code>x</code>, and y</h1>\n<h2 id="same">Same</h2>\n<h2 id="same-1">Same</h2>\n',
    );
  });

  it.each([
    ["a page beside it", "docs/page.md", "feeds.md", "feeds"],
    ["a heading of a page", "docs/page.md", "feeds.md#set-it-up", "feeds#set-it-up"],
    ["the README of a service", "docs/page.md", "../services/inventory/README.md", "services/inventory"],
    ["the folder of a README", "docs/page.md", "../services/inventory/", "services/inventory"],
    ["a page in a folder", "docs/page.md", "siql/rule.md", "siql/rule"],
    ["a page above", "services/x/README.md", "../../docs/feeds.md", "../feeds"],
    ["a heading of the same page", "docs/page.md", "#a", "#a"],
    ["another site", "docs/page.md", "https://example.com/a?b=1", "https://example.com/a?b=1"],
  ])("rewrites a link to %s", (_, path, target, address) => {
    expect(render(`[A *b*](${target}) c`, path)).toBe(`<p><a href="${address}">A <em>b</em></a> c</p>\n`);
  });

  it.each(["decisions/0001-a.md", "../gateway/api-schema.graphql", "typescript", "/etc/passwd", "../../x.md"])(
    "turns a link to %s, which is not served, into its text",
    (target) => {
      expect(render(`[A \`b\`](${target}) and [feeds](feeds.md)`)).toBe(
        '<p>A <code>b</code> and <a href="feeds">feeds</a></p>\n',
      );
    },
  );

  it("shows HTML and links with scripts as text", () => {
    expect(render("<script>alert(1)</script>\n\n[x](javascript:alert(1)) <b onclick=a()>\n")).toBe(
      "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>[x](javascript:alert(1)) &lt;b onclick=a()&gt;</p>\n",
    );
  });
});

describe("the documentation of this repository", () => {
  const { pages } = readDocumentation(documentationRoot, []);
  const html = new Map(pages.map((page) => [page.address, renderPage(page, pages)]));
  const base = "https://tools.example.com/docs/";

  it("has only links that lead to a served page and an anchor in it", () => {
    const broken = pages.flatMap(({ address }) =>
      [...(html.get(address) ?? "").matchAll(/<a href="([^"]*)"/g)].flatMap(([, href = ""]) => {
        const url = new URL(href, base + address);
        if (!url.href.startsWith(base)) return [];
        const target =
          url.pathname === "/docs/" ? renderContents(pages) : html.get(url.pathname.slice("/docs/".length));
        const anchor = decodeURIComponent(url.hash.slice(1));
        return target !== undefined && (anchor === "" || target.includes(`id="${anchor}"`))
          ? []
          : [`${address}: ${href}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it("has no scripts, and the style sheet of each page is below the base", () => {
    for (const [address, text] of html) {
      expect(text).not.toMatch(/<script|<iframe|<img|\son\w+=/i);
      const [, href = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
      expect(new URL(href, base + address).href).toBe(`${base}style.css`);
    }
  });
});
