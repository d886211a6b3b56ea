import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Caller } from "../callers/caller.ts";
import type { VisibleTools } from "./tool-list.ts";
import type { ToolRunner } from "./tool-runner.ts";

/** A message as a route has received it. */
export interface Message {
  /** The parsed body. */
  readonly body: unknown;
  /** The headers of the protocol, and no others. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly tools: VisibleTools;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** The answer to a message. `callerRefused` is set when the manager has refused the user meanwhile. */
export interface MessageAnswer {
  readonly status: number;
  readonly body: string;
  readonly callerRefused?: string;
}

export const SERVER_INFO = { name: "network-access-service", title: "Network Access Service", version: "1.0.0" };
export const CACHED_MS = 60_000;

/** Answers a message through the protocol package, in both eras and always as JSON. */
export function createPackageAnswer(run: ToolRunner): (message: Message) => Promise<MessageAnswer> {
  return async (message) => {
    let callerRefused: string | undefined;
    const createServer = () =>
      serverFor(message, run, (text) => {
        callerRefused = text;
      });
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { ...message.headers, "content-type": "application/json" },
      body: JSON.stringify(message.body),
      signal: message.signal,
    });
    const response = (await isLegacyRequest(request, message.body))
      ? await answerLegacy(createServer(), request, message.body)
      : // Without notifications before its result, the package answers in JSON; these servers send none.
        await createMcpHandler(createServer, { legacy: "reject" }).fetch(request, { parsedBody: message.body });
    const body = await response.text();
    return { status: response.status, body, ...(callerRefused !== undefined && { callerRefused }) };
  };
}

async function answerLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

function serverFor({ caller, tools, requestId }: Message, run: ToolRunner, refuse: (text: string) => void): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: { listChanged: false } },
    instructions: tools.instructions,
    cacheHints: {
      "tools/list": { ttlMs: CACHED_MS, cacheScope: "private" },
      "server/discover": { ttlMs: CACHED_MS, cacheScope: "private" },
    },
  });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.listed] }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = tools.find(params.name);
    if (!tool) throw new ProtocolError(-32602, `Tool ${params.name} not found`);
    const ran = await run(tool, params.arguments ?? {}, caller, { signal: mcpReq.signal, requestId });
    if (ran.kind === "result") return { ...ran.result, content: [...ran.result.content] };
    refuse(ran.message);
    throw new ProtocolError(-32603, ran.message);
  });
  return server;
}
