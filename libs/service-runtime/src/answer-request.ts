import type { IncomingMessage, ServerResponse } from "node:http";
import { corsHeaders } from "./cors.ts";
import { DeadlineExceeded, withDeadline } from "./deadline.ts";
import { discardRest } from "./discard-rest.ts";
import type { FaultPresenter } from "./failure.ts";
import { type Problem, type ProblemWriter, Refusal, type Reply } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";
import type { Logger } from "./logger.ts";
import type { Match } from "./match-route.ts";
import { gauge, histogram } from "./metrics.ts";
import { readBody, readJsonBody } from "./read-body.ts";
import { type RequestContext, requestIdFrom, runInRequest, traceparentFrom } from "./request-context.ts";
import { withSpan } from "./telemetry.ts";

const durations = histogram({
  name: "http_request_duration_seconds",
  help: "Time from the head of a request to the end of its answer",
  labels: ["method", "route", "status"],
});
const inFlight = gauge({ name: "http_requests_in_flight", help: "Requests being answered" });

/** What a server answers with. */
export interface AnswerSettings {
  readonly logger: Logger;
  readonly find: (method: string, path: string) => Match;
  /** Paths that do not count as work and are logged only in detail. */
  readonly quietPaths: ReadonlySet<string>;
  readonly maxBodyBytes: number;
  readonly maxConcurrent: number;
  readonly timeoutMs: number;
  readonly corsOrigins: readonly string[];
  readonly problems: ProblemWriter;
  readonly presentFault: FaultPresenter | undefined;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly match: Match;
  readonly context: RequestContext;
}

/** Answers requests one by one: finds who answers, keeps the limits, writes every error, and leaves one line each. */
export function createAnswer(settings: AnswerSettings): (incoming: IncomingMessage, response: ServerResponse) => void {
  const { logger, find, quietPaths, maxBodyBytes, maxConcurrent, timeoutMs, corsOrigins, problems, presentFault } =
    settings;
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
    const context: RequestContext = {
      requestId: requestIdFrom(incoming.headers["x-request-id"]),
      traceparent: traceparentFrom(incoming.headers.traceparent),
      signal: leaving.signal,
      annotations: {},
    };
    if (!quiet) {
      answering += 1;
      inFlight.inc();
    }
    response.once("close", () => {
      leaving.abort(new Error("the caller is gone"));
      const durationMs = performance.now() - began;
      const status = response.writableFinished ? response.statusCode : 499;
      const known = knownMethods.has(method) ? method : "other";
      durations.observe({ method: known, route: label, status }, durationMs / 1_000);
      const line = {
        requestId: context.requestId,
        method,
        path: path.slice(0, 512),
        status,
        durationMs: Math.round(durationMs * 1e3) / 1e3,
        ...context.annotations,
      };
      if (quiet) return logger.debug(line, "request");
      answering -= 1;
      inFlight.dec();
      logger.info(line, "request");
    });
    response.setHeader("x-request-id", context.requestId);
    for (const [name, value] of corsHeaders(corsOrigins, incoming)) response.setHeader(name, value);

    const exchange = { incoming, response, method, path, search: target.slice(path.length), match, context };
    const attributes = { "http.request.method": method, "http.route": label };
    const parent = context.traceparent;
    runInRequest(context, () =>
      withSpan(`${method} ${label}`, { kind: "server", parent, attributes }, async (span) => {
        const write = match.kind === "route" || match.kind === "wrong-method" ? match.route.problems : undefined;
        try {
          if (!quiet && answering > maxConcurrent) throw new Refusal(busy);
          const reply = await replyTo(exchange);
          if (reply) await send(exchange, reply);
        } catch (error) {
          const problem = problemOf(error, leaving.signal);
          if (response.headersSent) response.destroy();
          else await send(exchange, (write ?? problems)(problem, context.requestId));
        }
        span?.setAttribute("http.response.status_code", response.statusCode);
      }),
    ).catch((error: unknown) => {
      logger.error({ err: error, requestId: context.requestId }, "an answer could not be written");
      response.destroy();
    });
  };

  async function replyTo(exchange: Exchange): Promise<Reply | undefined> {
    const { incoming, response, method, path, match, context } = exchange;
    if (method === "OPTIONS" && incoming.headers.origin && match.kind !== "mount") return { status: 204 };
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
          // What has begun to answer may go on for long, as a stream of events does.
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
      json: () => readJsonBody(incoming, limits),
      bytes: () => readBody(incoming, limits),
    };
  }

  function problemOf(error: unknown, left: AbortSignal): Problem {
    if (error instanceof Refusal) return error.problem;
    const presented = presentFault?.(error);
    if (presented) {
      logger.warn({ err: error }, "an expected fault");
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

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const busy: Problem = {
  status: 503,
  code: "RATE_LIMITED",
  message: "too many requests are being answered at once; try again in a second",
  headers: { "retry-after": "1" },
};

async function send({ incoming, response }: Exchange, reply: Reply): Promise<void> {
  const ended = await discardRest(incoming);
  if (response.destroyed) return;
  const body = reply.body ?? "";
  const headers: Record<string, string | number> = { ...reply.headers };
  if (reply.status !== 204 && reply.status !== 304) headers["content-length"] = Buffer.byteLength(body);
  // An unread body would be taken for the next request on this connection.
  if (!ended) headers.connection = "close";
  response.writeHead(reply.status, headers);
  response.end(incoming.method === "HEAD" ? undefined : body);
  if (!ended) incoming.resume();
}
