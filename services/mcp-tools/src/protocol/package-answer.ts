import {
  type CallToolRequest,
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Caller } from "../callers/caller.ts";
import type { VisibleTools } from "./tool-list.ts";
import type { ToolRunner } from "./tool-runner.ts";
import { untilAborted } from "./until-aborted.ts";

/** A message as a route has received it. */
export interface Message {
  /** The parsed body. */
  readonly body: unknown;
  /** Only the headers that the protocol defines. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly tools: VisibleTools;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/**
 * The answer to a message. If the security manager refused the user or the device group during the call,
 * `callerRefused` explains the refusal.
 */
export interface MessageAnswer {
  readonly status: number;
  readonly body: string;
  readonly callerRefused?: string;
}

export const SERVER_INFO = { name: "network-access-service", title: "Network Access Service", version: "1.0.0" };
export const CACHED_MS = 60_000;

/**
 * A server that sends no notifications. The MCP SDK answers with JSON if nothing is sent before the result. The option
 * `responseMode: "json"` of `createMcpHandler` would also do this, but the MCP SDK would print a warning on every
 * request.
 */
export class JsonServer extends Server {
  override async notification(): Promise<void> {
    // Drops the notification, because there is no stream on which it could be sent.
  }
}

/** Calls a tool that the caller may see. Throws a protocol error if there is no such tool. */
export type ToolCall = (params: CallToolRequest["params"], context: ServerContext) => Promise<CallToolResult>;

/** Makes the MCP SDK's server for one message. */
export type MakeServer = (message: Message, callTool: ToolCall) => JsonServer;

/**
 * Returns a function that answers a message with the MCP SDK, always as JSON. It supports both eras of the protocol:
 * "legacy" (with the `initialize` handshake) and "modern" (without it).
 */
export function createPackageAnswer(
  run: ToolRunner,
  makeServer: MakeServer = toolServer,
): (message: Message) => Promise<MessageAnswer> {
  return async (message) => {
    const { caller, tools, requestId } = message;
    let callerRefused: string | undefined;
    const callTool: ToolCall = async ({ name, arguments: input = {} }, { mcpReq }) => {
      const tool = tools.find(name);
      if (!tool) throw new ProtocolError(-32602, `Tool ${name} not found`);
      const ran = await run(tool, input, caller, { signal: mcpReq.signal, requestId });
      if (ran.kind === "result") return { ...ran.result, content: [...ran.result.content] };
      callerRefused = ran.message;
      throw new ProtocolError(-32603, ran.message);
    };
    const createServer = () => makeServer(message, callTool);
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { ...message.headers, "content-type": "application/json" },
      signal: message.signal,
    });
    const response = (await isLegacyRequest(request, message.body))
      ? await answerLegacy(createServer(), request, message.body)
      : await createMcpHandler(createServer, { legacy: "reject" }).fetch(request, { parsedBody: message.body });
    const body = await response.text();
    return { status: response.status, body, ...(callerRefused !== undefined && { callerRefused }) };
  };
}

async function answerLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await untilAborted(transport.handleRequest(request, { parsedBody: body }), request.signal);
  } finally {
    // If the client has disconnected, this call may still be running. Closing the server ends it.
    await server.close();
  }
}

function toolServer({ tools }: Message, callTool: ToolCall): JsonServer {
  const server = new JsonServer(SERVER_INFO, {
    capabilities: { tools: { listChanged: false } },
    instructions: tools.instructions,
    cacheHints: {
      "tools/list": { ttlMs: CACHED_MS, cacheScope: "private" },
      "server/discover": { ttlMs: CACHED_MS, cacheScope: "private" },
    },
  });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.listed] }));
  server.setRequestHandler("tools/call", ({ params }, context) => callTool(params, context));
  return server;
}
