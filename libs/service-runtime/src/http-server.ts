import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { corsHeaders } from "./cors.ts";
import { DeadlineExceeded, pause, withDeadline } from "./deadline.ts";
import type { FaultPresenter } from "./failure.ts";
import { json, type Problem, type ProblemWriter, problemReply, Refusal, type Reply } from "./http-reply.ts";
import type { HttpRequest, Mount, ReadinessCheck, Route } from "./http-request.ts";
import type { Logger } from "./logger.ts";
import { compileRoutes } from "./match-route.ts";
import { gauge, histogram, registry } from "./metrics.ts";
import { readBody, readJsonBody } from "./read-body.ts";
import { createReadiness } from "./readiness.ts";
import { type RequestContext, requestIdFrom, runInRequest, traceparentFrom } from "./request-context.ts";
import type { Part } from "./run-until-signal.ts";
import { withSpan } from "./telemetry.ts";

const durations = histogram({
  name: "http_request_duration_seconds",
  help: "Time from the head of a request to the end of its answer",
  labels: ["method", "route", "status"],
});
const inFlight = gauge({ name: "http_requests_in_flight", help: "Requests being answered" });

/** How a server listens and what it answers. */
export interface HttpServerOptions {
  readonly logger: Logger;
  readonly host: string;
  /** 0 asks for a free port. */
  readonly port: number;
  readonly routes?: readonly Route[];
  readonly mounts?: readonly Mount[];
  readonly checks?: readonly ReadinessCheck[];
  /** How long `/readyz` says no before new connections are refused; 5,000 when left out. */
  readonly drainGraceMs?: number;
  /** 4 MiB when left out. */
  readonly maxBodyBytes?: number;
  /** Requests at once; more are answered with 503. 512 when left out. Health, readiness and metrics do not count. */
  readonly maxConcurrent?: number;
  /** 60,000 when left out. */
  readonly timeoutMs?: number;
  readonly corsOrigins?: readonly string[];
  /** How errors outside of any route are written; problem+json when left out. */
  readonly problems?: ProblemWriter;
  /** Knows faults that have an answer of their own, such as a store that is away. */
  readonly presentFault?: FaultPresenter;
}

/** A listening server. `port` is known after `start`. */
export interface HttpServer extends Part {
  readonly port: number;
}

/** A server with health, readiness, metrics, limits, JSON for every error, one log line per request, and a drain. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { logger, routes = [], mounts = [], checks = [], corsOrigins = [], presentFault } = options;
  const { maxBodyBytes = 4 * 1_024 * 1_024, maxConcurrent = 512, timeoutMs = 60_000, drainGraceMs = 5_000 } = options;
  const outside = options.problems ?? problemReply;
  const readiness = createReadiness(checks, logger);
  const find = compileRoutes([...houseRoutes(readiness.answer), ...routes], mounts);
  let answering = 0;
  let stopping = false;

  const server = createServer(
    { maxHeaderSize: 64 * 1_024, headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 },
    (request, response) => void answer(request, response),
  );
  server.on("clientError", answerBrokenRequest);

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = performance.now();
    const method = incoming.method ?? "GET";
    const target = incoming.url ?? "/";
    const queryAt = target.indexOf("?");
    const path = queryAt < 0 ? target : target.slice(0, queryAt);
    const match = find(method, path);
    const house = match.kind === "route" && housePaths.has(match.route.path);
    const label = match.kind === "route" ? match.route.path : match.kind === "mount" ? match.mount.prefix : "none";
    const leaving = new AbortController();
    const context: RequestContext = {
      requestId: requestIdFrom(incoming.headers["x-request-id"]),
      traceparent: traceparentFrom(incoming.headers.traceparent),
      signal: leaving.signal,
      annotations: {},
    };
    answering += house ? 0 : 1;
    if (!house) inFlight.inc();
    response.once("close", () => {
      const seconds = (performance.now() - began) / 1_000;
      leaving.abort(new Error("the caller is gone"));
      if (stopping) setImmediate(() => server.closeIdleConnections());
      answering -= house ? 0 : 1;
      if (!house) inFlight.dec();
      durations.observe(
        { method: knownMethods.has(method) ? method : "other", route: label, status: response.statusCode },
        seconds,
      );
      const line = {
        requestId: context.requestId,
        method,
        path: path.slice(0, 512),
        status: response.writableFinished ? response.statusCode : 499,
        durationMs: Math.round(seconds * 1e6) / 1e3,
        ...context.annotations,
      };
      if (house) logger.debug(line, "request");
      else logger.info(line, "request");
    });
    response.setHeader("x-request-id", context.requestId);
    for (const [name, value] of corsHeaders(corsOrigins, incoming)) response.setHeader(name, value);

    await runInRequest(context, () =>
      withSpan(
        `${method} ${label}`,
        {
          kind: "server",
          parent: context.traceparent,
          attributes: { "http.request.method": method, "http.route": label },
        },
        async (span) => {
          const write =
            match.kind === "route" || match.kind === "wrong-method" ? (match.route.problems ?? outside) : outside;
          try {
            const reply = await replyTo();
            if (reply) send(incoming, response, reply);
          } catch (error) {
            const problem = problemOf(error);
            if (response.headersSent || response.destroyed) response.destroy();
            else send(incoming, response, write(problem, context.requestId));
          }
          span?.setAttribute("http.response.status_code", response.statusCode);
        },
      ),
    );

    async function replyTo(): Promise<Reply | undefined> {
      if (method === "OPTIONS" && incoming.headers.origin && match.kind !== "mount") return { status: 204 };
      if (!house && answering > maxConcurrent) throw new Refusal(busy);
      switch (match.kind) {
        case "none":
          throw new Refusal({ status: 404, code: "NOT_FOUND", message: `nothing answers at "${path.slice(0, 256)}"` });
        case "wrong-method": {
          const allow = match.allow.join(", ");
          const message = `"${method}" is not possible here; ${allow} is`;
          throw new Refusal({ status: 405, code: "METHOD_NOT_ALLOWED", message, headers: { allow } });
        }
        case "mount":
          await match.mount.handle(incoming, response);
          return undefined;
        case "route": {
          const { route, params } = match;
          const limits = { maxBytes: route.maxBodyBytes ?? maxBodyBytes, gzip: route.gzip ?? false };
          const search = queryAt < 0 ? "" : target.slice(queryAt);
          const limit = route.timeoutMs ?? timeoutMs;
          return withDeadline(
            "the request",
            limit,
            async (signal) => {
              const request: HttpRequest = {
                method,
                path,
                params,
                query: new URLSearchParams(search),
                search,
                headers: incoming.headers,
                requestId: context.requestId,
                signal,
                json: () => readJsonBody(incoming, limits),
                bytes: () => readBody(incoming, limits),
              };
              return route.handle(request);
            },
            leaving.signal,
          );
        }
      }
    }

    function problemOf(error: unknown): Problem {
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
      if (!leaving.signal.aborted) logger.error({ err: error }, "a request failed");
      return {
        status: 500,
        code: "INTERNAL_SERVER_ERROR",
        message: "something went wrong here; the request id finds it in the logs",
      };
    }
  }

  function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [status, message] =
      error.code === "HPE_HEADER_OVERFLOW"
        ? [431, "the headers are larger than 64 KiB"]
        : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? [408, "the request did not arrive in time"]
          : [400, "this is not an HTTP request"];
    const reply = outside({ status, code: "BAD_USER_INPUT", message }, requestIdFrom(undefined));
    const head = Object.entries(reply.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = Buffer.byteLength(reply.body ?? "");
    socket.end(
      `HTTP/1.1 ${status} Error\r\n${head.join("")}content-length: ${length}\r\nconnection: close\r\n\r\n${reply.body ?? ""}`,
    );
  }

  return {
    name: "http",
    get port() {
      const address = server.address();
      return typeof address === "object" && address ? address.port : 0;
    },
    async start() {
      const listening = Promise.withResolvers<void>();
      server.once("error", listening.reject);
      server.listen(options.port, options.host, listening.resolve);
      await listening.promise;
      server.off("error", listening.reject);
      logger.info({ port: this.port }, "listening");
    },
    async stop() {
      readiness.drain();
      await pause(server.listening ? drainGraceMs : 0);
      stopping = true;
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeIdleConnections();
      await closed.promise;
    },
  };
}

const housePaths = new Set(["/healthz", "/readyz", "/metrics"]);
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const busy: Problem = {
  status: 503,
  code: "RATE_LIMITED",
  message: "too many requests are being answered at once; try again in a second",
  headers: { "retry-after": "1" },
};

function houseRoutes(readiness: () => Promise<Reply>): Route[] {
  return [
    { method: "GET", path: "/healthz", handle: () => json(200, { status: "ok" }) },
    { method: "GET", path: "/readyz", handle: readiness },
    {
      method: "GET",
      path: "/metrics",
      handle: async () => ({
        status: 200,
        headers: { "content-type": registry.contentType },
        body: await registry.metrics(),
      }),
    },
  ];
}

function send(incoming: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  const body = reply.body ?? "";
  const headers: Record<string, string | number> = { ...reply.headers };
  if (reply.status !== 204 && reply.status !== 304) headers["content-length"] = Buffer.byteLength(body);
  // An unread body would be taken for the next request on this connection.
  if (!incoming.complete) headers.connection = "close";
  response.writeHead(reply.status, headers);
  response.end(incoming.method === "HEAD" ? undefined : body);
  if (!incoming.complete) incoming.resume();
}
