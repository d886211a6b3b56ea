import type { IncomingMessage } from "node:http";

/**
 * Returns the CORS headers, which allow only the listed origins. They do not allow cookies, because pages send tokens
 * instead.
 */
export function* corsHeaders(
  origins: readonly string[],
  { headers, method }: IncomingMessage,
): Generator<readonly [string, string]> {
  if (origins.length === 0) return;
  yield ["vary", "origin"];
  if (!headers.origin || !origins.includes(headers.origin)) return;
  yield ["access-control-allow-origin", headers.origin];
  yield ["access-control-expose-headers", "x-request-id"];
  if (method !== "OPTIONS") return;
  yield ["access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE"];
  yield [
    "access-control-allow-headers",
    "authorization, content-type, last-event-id, x-request-id, traceparent, apollo-require-preflight",
  ];
  yield ["access-control-max-age", "600"];
}
