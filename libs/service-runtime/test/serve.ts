import { connect } from "node:net";
import { json } from "../src/http/http-reply.ts";
import type { Route } from "../src/http/http-request.ts";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "../src/http/http-server.ts";
import { keepLogLines } from "./log-lines.ts";

export interface Served {
  readonly url: string;
  readonly port: number;
  readonly server: HttpServer;
  readonly lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts a server on a free local port. */
export async function serve(options: Partial<HttpServerOptions> = {}): Promise<Served> {
  const { logger, lines } = keepLogLines();
  const server = createHttpServer({ logger, host: "127.0.0.1", port: 0, drainGraceMs: 0, ...options });
  await server.start();
  const { port } = server;
  return { url: `http://127.0.0.1:${port}`, port, server, lines, stop: async () => server.stop() };
}

/** Responds with the body of the request. */
export const echo: Route = {
  method: "POST",
  path: "/echo",
  handle: async (request) => json(200, await request.json()),
};

/**
 * Returns the options of a POST request for `fetch`. The content type is JSON unless `headers` contains another one.
 */
export const post = (body: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json", ...headers },
});

/** Sends raw text, and returns everything that the server sends until it closes the connection. */
export async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}
