import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * Starts an HTTP server for the benchmark, with Node's HTTP module alone. `/metrics` returns the CPU time of the
 * process. `answer` handles all other requests.
 */
export function serveRaw(answer: (request: IncomingMessage, response: ServerResponse) => unknown): void {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") return void answer(request, response);
    const { user, system } = process.cpuUsage();
    return void response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(Number(process.env.PORT), "127.0.0.1");
  process.once("SIGTERM", () => process.exit(0));
}
