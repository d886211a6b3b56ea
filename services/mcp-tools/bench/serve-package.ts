import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveRaw } from "./raw-server.ts";

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: object;
}

/**
 * Serves the tools of the tool server with the MCP SDK alone. As the SDK's documentation recommends, a handler creates
 * a server for each request. Every tool returns the same result. The server does not identify callers, does not limit
 * rates and logs nothing.
 */
const { result, list } = JSON.parse(readFileSync(process.env.ANSWERS ?? "", "utf8")) as {
  result: CallToolResult;
  list: string;
};
const { tools } = (JSON.parse(list) as { result: { tools: readonly Listed[] } }).result;
const definitions = tools.map(({ name, inputSchema, outputSchema, ...rest }) => ({
  name,
  config: {
    ...rest,
    inputSchema: z.fromJSONSchema(inputSchema as never),
    outputSchema: z.fromJSONSchema(outputSchema as never),
  },
}));

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "network-access-service", version: "1.0.0" });
  for (const { name, config } of definitions) server.registerTool(name, config, () => result);
  return server;
});

serveRaw(async (request, response) => {
  const answer = await handler.fetch(
    new Request(`http://${request.headers.host}${request.url}`, {
      method: "POST",
      headers: new Headers(request.headers as Record<string, string>),
      body: Readable.toWeb(request) as ReadableStream<Uint8Array>,
      duplex: "half",
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
});
