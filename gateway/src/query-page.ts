import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { graphqlErrorReply } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { type PageFile, pageFile } from "@network-access/service-runtime/page-file";

const require = createRequire(import.meta.url);
const own = (name: string) => new URL(`../query-page/${name}`, import.meta.url);
/**
 * Returns the path of a file in a package. `manifest` is the path of the package's package.json. The package need not
 * export the file.
 */
const besideManifest = (manifest: string, file: string) => join(dirname(manifest), file);

const script = "text/javascript; charset=utf-8";
const style = "text/css; charset=utf-8";
/**
 * Returns the files of the GraphiQL page. The gateway serves them itself. This is a function so that the files are
 * located only if the page is enabled.
 */
const files = () => ({
  "start.js": { type: script, file: own("start.js") },
  "page.css": { type: style, file: own("page.css") },
  "react.js": {
    type: script,
    file: besideManifest(require.resolve("react/package.json"), "umd/react.production.min.js"),
  },
  "react-dom.js": {
    type: script,
    file: besideManifest(require.resolve("react-dom/package.json"), "umd/react-dom.production.min.js"),
  },
  "graphiql.js": { type: script, file: besideManifest(require.resolve("graphiql/package.json"), "graphiql.min.js") },
  "graphiql.css": { type: style, file: besideManifest(require.resolve("graphiql/package.json"), "graphiql.min.css") },
});

/**
 * Adds GraphiQL to the GET routes of a GraphQL endpoint. A GET request for HTML returns the page. The other files of
 * the page have paths below the path of the endpoint. A request for the page or its files needs no token. Throws if a
 * file is missing.
 */
export function withQueryPage(routes: readonly Route[], options: { readonly introspection: boolean }): Route[] {
  const html = readFileSync(own("index.html"), "utf8").replace("{introspection}", options.introspection ? "on" : "off");
  const page = pageFile({ type: "text/html; charset=utf-8", bytes: Buffer.from(html) });
  return routes.flatMap((route) => {
    if (route.method !== "GET") return [route];
    return [
      {
        ...route,
        handle: (request: HttpRequest) => (asksForPage(request) ? answerPage(page, request) : route.handle(request)),
      },
      ...Object.entries(files()).map(([name, { type, file }]) => {
        const answer = pageFile({ type, bytes: readFileSync(file) });
        const handle = ({ headers }: HttpRequest) => answer(headers);
        return { method: "GET" as const, path: `${route.path}/${name}`, handle, problems: graphqlErrorReply };
      }),
    ];
  });
}

/**
 * Returns true if a browser requests the page. A browser that opens a URL accepts HTML, but an API client accepts JSON
 * or anything.
 */
function asksForPage({ headers }: HttpRequest): boolean {
  const types = (headers.accept ?? "").toLowerCase();
  return types.includes("text/html") && !types.includes("json");
}

function answerPage(page: PageFile, { headers }: HttpRequest) {
  const reply = page(headers);
  return { ...reply, headers: { ...reply.headers, vary: "accept, accept-encoding" } };
}
