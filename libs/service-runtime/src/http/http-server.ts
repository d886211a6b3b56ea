import { createServer, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { pause } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import type { Logger } from "../telemetry/logger.ts";
import { registry } from "../telemetry/metrics.ts";
import { requestIdFrom } from "../telemetry/request-context.ts";
import { createAnswer } from "./answer-request.ts";
import { createConnectionBound } from "./connection-bound.ts";
import type { ErrorPresenter } from "./failure.ts";
import { json, type ProblemWriter, problemReply, type Reply } from "./http-reply.ts";
import type { Mount, ReadinessCheck, Route } from "./http-request.ts";
import { compileRoutes } from "./match-route.ts";
import { createReadiness } from "./readiness.ts";
import { watchUnusedConnections } from "./unused-connections.ts";

/** Options of a server. */
export interface HttpServerOptions {
  readonly logger: Logger;
  readonly host: string;
  /** With 0, the system chooses a free port. */
  readonly port: number;
  readonly routes?: readonly Route[];
  readonly mounts?: readonly Mount[];
  readonly checks?: readonly ReadinessCheck[];
  /**
   * When the server stops, `/readyz` fails for this many milliseconds before new connections are refused. The default
   * is 5,000.
   */
  readonly drainGraceMs?: number;
  /** The default is 4 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * The number of requests that may run at a time. Further requests are refused with 503. The default is 512. Requests
   * for health, readiness and metrics do not count.
   */
  readonly maxConcurrent?: number;
  /**
   * The maximum number of open connections, including idle connections (connection-bound.ts). The default is 5,000.
   * This is about twice the sum of two other defaults: the limit of event streams and the limit of concurrent requests.
   * An idle connection needs 17 KiB.
   */
  readonly maxConnections?: number;
  /**
   * The maximum number of bytes that all requests together may keep in memory (request-memory.ts). A request that would
   * exceed this limit is refused with 503. The default is 128 MiB.
   */
  readonly requestMemoryBytes?: number;
  /** The default is 60,000. */
  readonly timeoutMs?: number;
  /** A caller that reads nothing of a stream for this many milliseconds is disconnected. The default is 10,000. */
  readonly stalledMs?: number;
  readonly corsOrigins?: readonly string[];
  /** The format of errors of requests whose route sets no format. The default is problem+json. */
  readonly problems?: ProblemWriter;
  /**
   * Returns the response to an expected error, such as the error of an unavailable database. Returns undefined for any
   * other error.
   */
  readonly presentError?: ErrorPresenter;
}

/** A listening server. `port` is known after `start`. */
export interface HttpServer extends Part {
  readonly port: number;
}

/**
 * Creates a server with routes for health, readiness and metrics. The server applies the limits, answers every error
 * with JSON, writes one log line for each request, and finishes running requests before it stops.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { logger, routes = [], mounts = [], checks = [], corsOrigins = [], presentError } = options;
  const { requestMemoryBytes = 128 * 1_024 * 1_024 } = options;
  const { maxBodyBytes = 4 * 1_024 * 1_024, maxConcurrent = 512, timeoutMs = 60_000, drainGraceMs = 5_000 } = options;
  const { stalledMs = 10_000, maxConnections = 5_000 } = options;
  const problems = options.problems ?? problemReply;
  const readiness = createReadiness(checks, logger);
  const builtIn = builtInRoutes(readiness.answer);
  const ending = new AbortController();
  const bound = createConnectionBound(maxConnections, logger);
  const answer = createAnswer({
    logger,
    bound,
    find: compileRoutes([...builtIn, ...routes], mounts),
    quietPaths: new Set(builtIn.map(({ path }) => path)),
    maxBodyBytes,
    maxConcurrent,
    requestMemoryBytes,
    timeoutMs,
    stalledMs,
    stopping: ending.signal,
    corsOrigins,
    problems,
    presentError,
  });
  let draining = false;
  let stopping = false;
  // The time in which a request must arrive completely. It is shorter than the request's deadline, so a slow sender
  // receives 408 and not 504.
  const requestTimeout = Math.max(1_000, Math.ceil(timeoutMs * 0.75));
  const connectionsCheckingInterval = Math.min(5_000, Math.ceil(requestTimeout / 5));
  const headersTimeout = Math.min(15_000, requestTimeout);
  const server = createServer(
    {
      maxHeaderSize: 64 * 1_024,
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      response.once("close", () => {
        if (stopping) setImmediate(() => server.closeIdleConnections());
      });
      // Closes the connection after this response in two cases. A surplus connection serves only one request. A
      // draining process closes its connections, so that clients reconnect to other processes.
      if (draining || bound.isSurplus(request.socket)) response.shouldKeepAlive = false;
      answer(request, response);
    },
  );
  server.on("connection", bound.add);
  const connections = watchUnusedConnections(server);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    answerBrokenRequest(problems, error, socket),
  );

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
      readiness.report();
      logger.info({ port: this.port }, "listening");
    },
    async stop(late) {
      // When `late` is aborted, all connections are closed. This also aborts the work for their requests.
      late?.addEventListener("abort", () => server.closeAllConnections(), { once: true });
      readiness.drain();
      draining = true;
      await pause(server.listening ? drainGraceMs : 0);
      stopping = true;
      // Streams end only after the drain. If they ended earlier, callers would reconnect, and load balancers might
      // route them to this process again.
      ending.abort(new Error("the server is ending"));
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeIdleConnections();
      connections.closeUntil(closed.promise);
      await closed.promise;
      readiness.forget();
    },
  };
}

function builtInRoutes(readiness: () => Promise<Reply>): Route[] {
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

function answerBrokenRequest(problems: ProblemWriter, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = brokenBy[error.code ?? ""] ?? [400, "this is not an HTTP request"];
  const { headers = {}, body = "" } = problems({ status, code: "BAD_USER_INPUT", message }, requestIdFrom(undefined));
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

const brokenBy: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are larger than 64 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request did not arrive in time"],
};
