import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Served, serve } from "@network-access/service-runtime/test/serve";
import { createDocumentationRoutes } from "./documentation-routes.ts";
import { createPage } from "./page.ts";

const pages = [
  createPage({ path: "docs/feeds.md", markdown: "# Feeds & more\n" }),
  createPage({ path: "services/inventory/README.md", markdown: "# inventory\n" }),
];

describe("createDocumentationRoutes", () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ routes: createDocumentationRoutes(pages) });
  });
  afterAll(() => served.stop());

  it("serves a page with a policy that allows no script, and lets it be cached", async () => {
    const response = await fetch(`${served.url}/docs/services/inventory`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<h1 id="inventory">inventory</h1>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cache-control": "public, max-age=300",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[\w-]+"$|^"[\w-]+-gzip"$/),
    });
  });

  it("answers 304 to a caller that has the page", async () => {
    const { headers } = await fetch(`${served.url}/docs/feeds`);
    const again = await fetch(`${served.url}/docs/feeds`, { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect([again.status, await again.text(), again.headers.get("cache-control")]).toEqual([
      304,
      "",
      "public, max-age=300",
    ]);
  });

  it("lists all pages at /docs/, and leads from /docs there", async () => {
    const response = await fetch(`${served.url}/docs`);
    expect(response.url).toBe(`${served.url}/docs/`);
    expect(await response.text()).toContain(
      '<li><a href="feeds">Feeds &amp; more</a></li>\n<li><a href="services/inventory">inventory</a></li>',
    );
  });

  it("serves the style sheet, and nothing else", async () => {
    const style = await fetch(`${served.url}/docs/style.css`);
    expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    for (const path of ["/docs/feeds.md", "/docs/..%2fpackage.json", "/docs/decisions/0001"])
      expect((await fetch(served.url + path)).status).toBe(404);
  });
});
