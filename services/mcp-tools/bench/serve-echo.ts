import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveRaw } from "./raw-server.ts";

/**
 * Serves the baseline of the benchmark with nothing but Node. `/echo` returns the parameters of the message. `/result`
 * returns a tool result of the tool server, and `/list` returns the tool list of the tool server. The result and the
 * list are read from the file in ANSWERS.
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
