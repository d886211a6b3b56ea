import type { Agent } from "node:http";
import { callHttp } from "../load/call-http.ts";

/** A request that a benchmark sends many times. */
export interface PreparedCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Headers = PreparedCall["headers"];

const MODERN = "2026-07-28";
const TYPES = { accept: "application/json, text/event-stream", "content-type": "application/json" };

/** A message as `curl` sends it: without a handshake, and without a version of the protocol. */
export function bareMessage(url: string, headers: Headers, method: string, params: object): PreparedCall {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return { method: "POST", url, headers: { ...TYPES, ...headers }, body };
}

/**
 * Returns a message of the protocol revision 2026-07-28. The message states this revision in the headers and in the
 * body.
 */
export function modernMessage(url: string, headers: Headers, method: string, params: object): PreparedCall {
  const named = "name" in params ? { "mcp-name": String(params.name) } : {};
  const stated = { "mcp-protocol-version": MODERN, "mcp-method": method, ...named };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  };
  return bareMessage(url, { ...headers, ...stated }, method, { ...params, _meta: meta });
}

/** Sends a request. Throws if the answer is an error, including an error of a tool. */
export async function send({ method, url, headers, body }: PreparedCall, agent?: Agent): Promise<string> {
  const { status, text } = await callHttp(method, url, headers, body, agent);
  if (status !== 200 || text.startsWith('{"jsonrpc":"2.0","id":null') || text.includes('"isError":true'))
    throw new Error(`${method} ${url} answered ${status} for ${body}: ${text.slice(0, 500)}`);
  return text;
}
