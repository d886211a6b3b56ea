import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { ProblemWriter, Reply } from "./http-reply.ts";

/** A request as a route sees it. The body is read on demand. */
export interface HttpRequest {
  readonly method: string;
  /** Path without the query, still percent-encoded. */
  readonly path: string;
  /** Named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The query string as the client sent it, with its question mark. Empty if the URL has no query. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** Aborted when the caller disconnects or the deadline passes. */
  readonly signal: AbortSignal;
  /** A signal that is aborted when the whole response is sent or the caller has disconnected. */
  readonly over: AbortSignal;
  /** Aborted when the server is about to stop. Streams must then notify their callers and end. */
  readonly stopping: AbortSignal;
  /** The body as JSON. Throws Refusal (400, 413, 415, 503). */
  json(): Promise<unknown>;
  /** The body as bytes. Throws Refusal (400, 413, 415, 503). */
  bytes(): Promise<Buffer>;
}

/** A handler for one path. A segment such as `:id` matches any segment that is not empty. */
export interface Route {
  /** "*" is every method, CORS preflights included. The route then checks the method and the origin itself. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "*";
  readonly path: string;
  handle(request: HttpRequest): Promise<Reply> | Reply;
  /** Body limit in bytes after decompression, instead of the server's limit. */
  readonly maxBodyBytes?: number;
  /** Whether a gzip body is accepted. */
  readonly gzip?: boolean;
  /** Time limit in milliseconds, instead of the server's limit. */
  readonly timeoutMs?: number;
  /** The format of this path's errors. The default is problem+json. */
  readonly problems?: ProblemWriter;
  /** Returns headers for every response of this path, errors included. */
  readonly answerHeaders?: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
}

/**
 * A Node.js request handler, such as an Express app, for the prefix and every path below it. The request's path still
 * contains the prefix.
 */
export interface Mount {
  readonly prefix: string;
  handle(request: IncomingMessage, response: ServerResponse): unknown;
  /**
   * Returns the pattern of the route that handled the request, for use in metrics, or undefined if no route handled it.
   * If the function is missing or returns undefined, metrics contain the prefix of the mount.
   */
  routeOf?(request: IncomingMessage): string | undefined;
}

/** A dependency that every request needs. `check` throws or rejects while the dependency is unavailable. */
export interface ReadinessCheck {
  readonly name: string;
  check(signal: AbortSignal): Promise<unknown>;
  /** The default is 1,000. */
  readonly deadlineMs?: number;
}
