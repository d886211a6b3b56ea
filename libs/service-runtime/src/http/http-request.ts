import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { ProblemWriter, Reply } from "./http-reply.ts";

/** A request as a route sees it. The body is not read before it is asked for. */
export interface HttpRequest {
  readonly method: string;
  /** Path without the query, percent signs as sent. */
  readonly path: string;
  /** Named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The query as sent, with its question mark, or "". */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** Aborted when the caller leaves or the time is over. */
  readonly signal: AbortSignal;
  /** Aborted once the exchange is over, however it ended: the whole answer is sent, or the caller is gone. */
  readonly over: AbortSignal;
  /** Aborted when the server is about to end; a stream says so to its caller and ends. */
  readonly stopping: AbortSignal;
  /** The body as JSON. Throws Refusal (400, 413, 415), which the server answers. */
  json(): Promise<unknown>;
  /** The body as bytes. Throws Refusal (400, 413, 415). */
  bytes(): Promise<Buffer>;
}

/** One exact path; a part like `:id` matches one non-empty part of a path. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  handle(request: HttpRequest): Promise<Reply> | Reply;
  /** Body limit in bytes after unpacking, instead of the server's. */
  readonly maxBodyBytes?: number;
  /** Whether a body packed with gzip is taken. */
  readonly gzip?: boolean;
  /** Time limit in milliseconds instead of the server's. */
  readonly timeoutMs?: number;
  /** How errors of this path are written; problem+json when left out. */
  readonly problems?: ProblemWriter;
}

/** A node handler (an Express app, say) that answers everything at and below a path; the path is not cut off. */
export interface Mount {
  readonly prefix: string;
  handle(request: IncomingMessage, response: ServerResponse): unknown;
}

/** One thing every request needs. `check` throws or rejects when it is away. */
export interface ReadinessCheck {
  readonly name: string;
  check(signal: AbortSignal): Promise<unknown>;
  /** 1,000 when left out. */
  readonly deadlineMs?: number;
}
