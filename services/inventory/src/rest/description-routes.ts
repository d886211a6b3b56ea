import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Express } from "express";
import { readParameters } from "./read-parameters.ts";
import { only, send } from "./replying.ts";

const require = createRequire(import.meta.url);
const own = (name: string) => new URL(`../../${name}`, import.meta.url);

const description = { type: "application/json; charset=utf-8", file: own("openapi.json") };
/** The page and what it loads, all from here. */
const pages = {
  "": { type: "text/html; charset=utf-8", file: own("docs-page/index.html") },
  "/start.js": { type: "text/javascript; charset=utf-8", file: own("docs-page/start.js") },
  "/swagger-ui-bundle.js": {
    type: "text/javascript; charset=utf-8",
    file: require.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
  },
  "/swagger-ui.css": { type: "text/css; charset=utf-8", file: require.resolve("swagger-ui-dist/swagger-ui.css") },
  "/favicon.png": { type: "image/png", file: require.resolve("swagger-ui-dist/favicon-32x32.png") },
};

/** No script but the page's own files, and no call but to where it came from. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** `GET /inventory/openapi.json`, and the page that shows it at `GET /inventory/docs` unless it is switched off. No credentials are needed. */
export function descriptionRoutes(app: Express, { hasDocsPage }: { readonly hasDocsPage: boolean }): void {
  serve("/inventory/openapi.json", description);
  if (hasDocsPage) for (const [path, page] of Object.entries(pages)) serve(`/inventory/docs${path}`, page);

  function serve(path: string, { type, file }: { readonly type: string; readonly file: URL | string }): void {
    const body = readFileSync(file);
    const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
    const headers = { etag, "cache-control": "no-cache", "content-type": type, "x-content-type-options": "nosniff" };
    app
      .route(path)
      .get(async (request, response) => {
        readParameters(request, []);
        response.setHeader("content-security-policy", policy);
        const known = request.headers["if-none-match"]?.includes(etag);
        await send(response, known ? { status: 304, headers: { etag } } : { status: 200, headers, body });
      })
      .all(only("GET"));
  }
}
