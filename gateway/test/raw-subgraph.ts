import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request that reached the server that replaces a subgraph. */
export interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
  /** Settles when the connection of this request is closed. */
  readonly closed: Promise<void>;
}

/** Starts a server that replaces a subgraph. The server records its requests, and `answer` writes the responses. */
export async function startRawSubgraph(answer: (response: ServerResponse, received: Received, nth: number) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    // Until the gateway is ready, it sends GET requests for the subgraph's schema. They are not operations and are not
    // recorded.
    if (request.method === "GET") return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const closed = Promise.withResolvers<void>();
    response.once("close", closed.resolve);
    const one = {
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
      closed: closed.promise,
    };
    received.push(one);
    answer(response, one, received.length);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    received,
    async stop() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

/** Responds with JSON. */
export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
