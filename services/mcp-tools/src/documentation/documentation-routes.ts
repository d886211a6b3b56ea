import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { type PageFile, pageFile } from "@network-access/service-runtime/page-file";
import type { Page } from "./page.ts";
import { renderContents, renderPage, STYLE_ADDRESS } from "./render-page.ts";

const HTML = "text/html; charset=utf-8";

/** The content security policy. The pages have no scripts, no images and no forms. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Clients and proxies may use a cached page for five minutes. After that, they have to check whether the page has
 * changed.
 */
const CACHING = "public, max-age=300";

const STYLE = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid #8886; border-radius: 0.25rem; }
code { font: 0.9em ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #8886; padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
:target { background: #fe08; }
`;

/**
 * Returns the routes of the list of pages, of the pages and of the style sheet, all below `/docs/`. Callers need no
 * key.
 */
export function createDocumentationRoutes(pages: readonly Page[]): readonly Route[] {
  return [
    // The redirect is relative, because a proxy may serve the pages below another path.
    { method: "GET", path: "/docs", handle: () => ({ status: 308, headers: { location: "docs/" } }) },
    pageRoute("/docs/", HTML, renderContents(pages)),
    pageRoute(`/docs/${STYLE_ADDRESS}`, "text/css; charset=utf-8", STYLE),
    ...pages.map((page) => pageRoute(`/docs/${page.address}`, HTML, renderPage(page, pages))),
  ];
}

function pageRoute(path: string, type: string, text: string): Route {
  const file: PageFile = pageFile({ type, bytes: Buffer.from(text) });
  return {
    method: "GET",
    path,
    handle({ headers }: HttpRequest) {
      const reply = file(headers);
      const own = { "content-security-policy": POLICY, "cache-control": CACHING };
      return { ...reply, headers: { ...reply.headers, ...own } };
    },
  };
}
