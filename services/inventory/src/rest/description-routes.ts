import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pageFile } from "@network-access/service-runtime/page-file";
import type { Express } from "express";
import { readParameters } from "./read-parameters.ts";
import { only, send } from "./replying.ts";

const require = createRequire(import.meta.url);
const own = (name: string) => new URL(`../../${name}`, import.meta.url);

const description = { type: "application/json; charset=utf-8", file: own("openapi.json") };
/** The documentation page and its files, all served by this process. */
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

/**
 * Serves the OpenAPI description at `GET /inventory/openapi.json`. Also serves a page that shows the description at
 * `GET /inventory/docs`, unless the page is switched off. Neither URL needs credentials.
 */
export function descriptionRoutes(app: Express, { hasDocsPage }: { readonly hasDocsPage: boolean }): void {
  serve("/inventory/openapi.json", description);
  if (hasDocsPage) for (const [path, page] of Object.entries(pages)) serve(`/inventory/docs${path}`, page);

  function serve(path: string, { type, file }: { readonly type: string; readonly file: URL | string }): void {
    const answer = pageFile({ type, bytes: readFileSync(file) });
    app
      .route(path)
      .get(async (request, response) => {
        readParameters(request, []);
        await send(response, answer(request.headers));
      })
      .all(only("GET"));
  }
}
