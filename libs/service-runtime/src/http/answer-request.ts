import type { IncomingMessage, ServerResponse } from "node:http";
import { DeadlineExceeded, withDeadline } from "../process/deadline.ts";
import { withSpan } from "../process/telemetry.ts";
import type { Logger } from "../telemetry/logger.ts";
import { gauge, histogram } from "../telemetry/metrics.ts";
import { type RequestContext, requestIdFrom, runInRequest, traceparentFrom } from "../telemetry/request-context.ts";
import type { ConnectionBound } from "./connection-bound.ts";
import { corsHeaders } from "./cors.ts";
import { discardRest } from "./discard-rest.ts";
import type { ErrorPresenter } from "./failure.ts";
import { type Problem, type ProblemWriter, Refusal, type Reply } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";
import type { Match } from "./match-route.ts";
import { readBody, readJsonBody } from "./read-body.ts";
import { createRequestMemories } from "./request-memory.ts";
import { sendStream } from "./send-stream.ts";

const durations = histogram({
  name: "http_request_duration_seconds",
  help: "Time from the head of a request to the end of its response",
  labels: ["method", "route", "status"],
});
const inFlight = gauge({ name: "http_requests_in_flight", help: "Requests in flight" });
const streaming = gauge({
  name: "http_streams_open",
  help: "Open streams of responses; they are no longer in flight",
  labels: ["route"],
});

/** The routes, limits and hooks of one server. */
export interface AnswerSettings {
  readonly logger: Logger;
  readonly find: (method: string, path: string) => Match;
  /** Paths without limits, logged at level debug. */
  readonly quietPaths: ReadonlySet<string>;
  /**
   * Tracks which connections are beyond the limit. Requests on these surplus connections are refused, except requests
   * for `quietPaths`.
   */
  readonly bound: ConnectionBound;
  readonly maxBodyBytes: number;
  readonly maxConcurrent: number;
  readonly requestMemoryBytes: number;
  readonly timeoutMs: number;
  readonly stalledMs: number;
  readonly stopping: AbortSignal;
  readonly corsOrigins: readonly string[];
  readonly problems: ProblemWriter;
  readonly presentError: ErrorPresenter | undefined;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly match: Match;
  readonly context: RequestContext;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the function that handles requests. It finds the route, enforces the limits, sends error responses, and logs
 * one line for each request.
 */
export function createAnswer(settings: AnswerSettings): (incoming: IncomingMessage, response: ServerResponse) => void {
  const { logger, find, quietPaths, maxBodyBytes, maxConcurrent, timeoutMs, corsOrigins, problems, presentError } =
    settings;
  const { stalledMs, stopping, bound } = settings;
  const openMemory = createRequestMemories(settings.requestMemoryBytes);
  let answering = 0;

  return (incoming, response) => {
    const began = performance.now();
    const method = incoming.method ?? "GET";
    const target = incoming.url ?? "/";
    const queryAt = target.indexOf("?");
    const path = queryAt < 0 ? target : target.slice(0, queryAt);
    const match = find(method, path);
    const quiet = match.kind === "route" && quietPaths.has(match.route.path);
    const label = match.kind === "route" ? match.route.path : match.kind === "mount" ? match.mount.prefix : "none";
    const leaving = new AbortController();
    const memory = openMemory();
    const context: RequestContext = {
      requestId: requestIdFrom(incoming.headers["x-request-id"]),
      traceparent: traceparentFrom(incoming.headers.traceparent),
      signal: leaving.signal,
      annotations: {},
      memory,
    };
    let streams = false;
    if (!quiet) {
      answering += 1;
      inFlight.inc();
    }
    /**
     * Records the response in the metrics. Called once for each response. For a stream, it is called before the first
     * part is sent. For any other response, it is called when the response has ended.
     */
    const answered = (status: number) => {
      const known = knownMethods.has(method) ? method : "other";
      const route = (match.kind === "mount" && match.mount.routeOf?.(incoming)) || label;
      durations.observe({ method: known, route, status }, (performance.now() - began) / 1_000);
      if (quiet) return;
      answering -= 1;
      inFlight.dec();
    };
    response.once("close", () => {
      leaving.abort(gone);
      memory.release();
      const durationMs = performance.now() - began;
      const status = response.writableFinished || streams ? response.statusCode : 499;
      if (streams) {
        streaming.dec({ route: label });
        context.annotations.ended ??= response.writableFinished ? "done" : "left";
      } else answered(status);
      const line = {
        requestId: context.requestId,
        method,
        path: path.slice(0, 512),
        status,
        durationMs: Math.round(durationMs * 1e3) / 1e3,
        ...context.annotations,
      };
      if (quiet) return logger.debug(line, "request");
      logger.info(line, "request");
    });
    const headers: Record<string, string> = { "x-request-id": context.requestId };
    for (const [name, value] of corsHeaders(corsOrigins, incoming)) headers[name] = value;
    if (match.kind === "route") Object.assign(headers, match.route.answerHeaders?.(incoming.headers));
    // A mounted handler, such as an Express app, writes the response head itself. So the headers of every response are
    // set before the handler runs.
    if (match.kind === "mount") for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? "");

    const exchange = { incoming, response, method, path, search: target.slice(path.length), match, context, headers };
    const attributes = { "http.request.method": method, "http.route": label };
    const parent = context.traceparent;
    runInRequest(context, async () => {
      const stream = await withSpan(`${method} ${label}`, { kind: "server", parent, attributes }, async (span) => {
        if (span) context.annotations.traceId = span.spanContext().traceId;
        const write = match.kind === "route" || match.kind === "wrong-method" ? match.route.problems : undefined;
        let parts: Reply["stream"];
        try {
          if (!quiet && bound.isSurplus(incoming.socket)) {
            bound.refuse();
            throw new Refusal(full);
          }
          if (!quiet && answering > maxConcurrent) throw new Refusal(busy);
          const reply = await replyTo(exchange);
          if (reply) parts = await send(exchange, reply);
        } catch (error) {
          const problem = problemOf(error, leaving.signal);
          if (response.headersSent) response.destroy();
          else await send(exchange, (write ?? problems)(withRetryAfter(problem), context.requestId));
        }
        span?.setAttribute("http.response.status_code", response.statusCode);
        return parts;
      });
      if (!stream) return;
      streams = true;
      streaming.inc({ route: label });
      answered(response.statusCode);
      const ended = await sendStream(response, stream, { stalledMs, over: leaving.signal });
      if (ended !== "stalled") return;
      context.annotations.ended = ended;
      response.destroy();
    }).catch((error: unknown) => {
      // The caller's disconnection aborts the calls that the stream waits for, so an error of the stream is expected.
      if (streams && leaving.signal.aborted) return;
      const line = { err: error, requestId: context.requestId };
      if (streams && presentError?.(error)) logger.warn(line, "an expected error cut off a stream");
      else logger.error(line, "an answer could not be written");
      if (streams) context.annotations.ended = "failed";
      response.destroy();
    });
  };

  async function replyTo(exchange: Exchange): Promise<Reply | undefined> {
    const { incoming, response, method, path, match, context } = exchange;
    const checksMethod = match.kind === "mount" || (match.kind === "route" && match.route.method === "*");
    if (method === "OPTIONS" && incoming.headers.origin && !checksMethod) return { status: 204 };
    switch (match.kind) {
      case "none":
        throw new Refusal({ status: 404, code: "NOT_FOUND", message: `nothing answers at "${path.slice(0, 256)}"` });
      case "wrong-method": {
        const allow = match.allow.join(", ");
        const message = `"${method}" is not possible here; ${allow} is`;
        throw new Refusal({ status: 405, code: "METHOD_NOT_ALLOWED", message, headers: { allow } });
      }
      case "mount": {
        const closed = new Promise<void>((resolve) => response.once("close", resolve));
        try {
          await withDeadline("the request", timeoutMs, async () => {
            await match.mount.handle(incoming, response);
            await closed;
          });
        } catch (error) {
          // The deadline applies only until the response begins. A response that has begun, such as a stream of events,
          // may continue.
          if (!(error instanceof DeadlineExceeded && response.headersSent)) throw error;
          await closed;
        }
        return undefined;
      }
      case "route":
        return withDeadline(
          "the request",
          match.route.timeoutMs ?? timeoutMs,
          async (signal) => match.route.handle(requestOf(exchange, match, signal)),
          context.signal,
        );
    }
  }

  function requestOf(exchange: Exchange, match: Extract<Match, { kind: "route" }>, signal: AbortSignal): HttpRequest {
    const { incoming, method, path, search, context } = exchange;
    const limits = { maxBytes: match.route.maxBodyBytes ?? maxBodyBytes, gzip: match.route.gzip ?? false };
    return {
      method,
      path,
      params: match.params,
      query: new URLSearchParams(search),
      search,
      headers: incoming.headers,
      requestId: context.requestId,
      signal,
      over: context.signal,
      stopping,
      json: () => readJsonBody(incoming, limits),
      bytes: () => readBody(incoming, limits),
    };
  }

  function problemOf(error: unknown, left: AbortSignal): Problem {
    if (error instanceof Refusal) return error.problem;
    const presented = presentError?.(error);
    if (presented) {
      logger.warn({ err: error }, "an expected error");
      return presented;
    }
    if (error instanceof DeadlineExceeded) {
      logger.warn({ err: error }, "a request took too long");
      return { status: 504, code: "UPSTREAM_TIMEOUT", message: `${error.message}; try again` };
    }
    if (!left.aborted) logger.error({ err: error }, "a request failed");
    const message = "something went wrong here; the request id finds it in the logs";
    return { status: 500, code: "INTERNAL_SERVER_ERROR", message };
  }
}

/**
 * The abort reason of a request's signal when the caller has disconnected. All requests share this error object,
 * because a separate stack trace for each request would not help.
 */
const gone = new Error("the caller is gone");
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const busy: Problem = {
  status: 503,
  code: "RATE_LIMITED",
  message: "too many requests are being answered at once; try again in a second",
  headers: { "retry-after": "1" },
};

/**
 * Adds the header `Retry-After: 1` to a problem with status 503, unless the problem already has a `Retry-After` header.
 */
function withRetryAfter(problem: Problem): Problem {
  if (problem.status !== 503) return problem;
  return { ...problem, headers: { "retry-after": "1", ...problem.headers } };
}

const full: Problem = { ...busy, message: "too many connections are open; try again in a second" };

/**
 * Sends a response. For a stream, sends only the head and returns the stream, so that the calling function sends its
 * parts. For a HEAD request, sends only the head and returns undefined.
 */
async function send(exchange: Exchange, reply: Reply): Promise<Reply["stream"]> {
  const { incoming, response, context } = exchange;
  const ended = await discardRest(incoming);
  if (response.destroyed) return undefined;
  const { status, body = "", stream } = reply;
  // Only strings are counted as memory of this request. Several responses may share a body of bytes, as in a feed.
  if (typeof body === "string") context.memory?.note(body.length);
  const isHead = incoming.method === "HEAD";
  const headers: Record<string, string | number> = { ...exchange.headers, ...reply.headers };
  if (!stream && status !== 204 && status !== 304) headers["content-length"] = Buffer.byteLength(body);
  // If the request's body was not read to its end, the connection can't serve another request.
  if (!ended) headers.connection = "close";
  response.writeHead(status, headers);
  if (!stream || isHead) response.end(isHead ? undefined : body);
  if (!ended) incoming.resume();
  return isHead ? undefined : stream;
}
