import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveRaw } from "./raw-server.ts";

/**
 * Serves the baseline of the benchmark with Node's HTTP server alone. It has three routes:
 * - `/echo` returns the parameters of the request.
 * - `/result` returns a result of one of the tool server's tools.
 * - `/list` returns the tool server's list of tools.
 *
 * The responses of `/result` and `/list` come from the file that the variable ANSWERS names.
 */
const { result, list } = JSON.parse(readFileSync(process.env.ANSWERS ?? "", "utf8")) as {
  result: object;
  list: string;
};

serveRaw((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; params: object };
    send(request, response, id, params);
  });
});

function send({ url }: IncomingMessage, response: ServerResponse, id: number, params: object): void {
  const text =
    url === "/list" ? list : JSON.stringify({ jsonrpc: "2.0", id, result: url === "/result" ? result : params });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}
