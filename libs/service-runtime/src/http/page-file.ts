import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { gzipSync } from "node:zlib";
import { namesEtag, prefersGzip } from "./conditional.ts";
import type { Reply } from "./http-reply.ts";

/**
 * The content security policy of a page. The page may load scripts only from its own origin, and may send requests only
 * to its own origin.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Responds with one file, or with 304, depending on the headers of the request. */
export type PageFile = (headers: IncomingHttpHeaders) => Reply;

/**
 * Returns a handler that serves a file of a page. The page can't load anything from other origins. The file is
 * compressed on the first request that accepts gzip, and both forms are kept in memory.
 */
export function pageFile({ type, bytes }: { readonly type: string; readonly bytes: Uint8Array }): PageFile {
  const hash = createHash("sha256").update(bytes).digest("base64url");
  const common = {
    "cache-control": "no-cache",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  };
  const plain = { etag: `"${hash}"`, body: bytes, encoding: {} };
  let gzipped: typeof plain | undefined;
  const compress = () => {
    const body = gzipSync(bytes);
    if (body.length >= bytes.length) return plain;
    return { etag: `"${hash}-gzip"`, body, encoding: { "content-encoding": "gzip" } };
  };
  return (headers) => {
    let chosen = plain;
    if (prefersGzip(headers["accept-encoding"]?.toString())) {
      gzipped ??= compress();
      chosen = gzipped;
    }
    const { etag, body, encoding } = chosen;
    if (namesEtag(headers["if-none-match"], etag)) return { status: 304, headers: { ...common, etag } };
    return { status: 200, headers: { ...common, etag, "content-type": type, ...encoding }, body };
  };
}
