import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to the answer of one operation on its way; the operation itself is always carried out. */
export type Meddle = (operation: string, count: number) => Promise<"pass" | "hold the answer" | "break the connection">;

/** A way to the graph on which a test can meddle. `count` is how often the operation came by. */
export async function between(graphUrl: string, meddle: Meddle) {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const [, operation = ""] = /(?:query|mutation) (\w+)/.exec(JSON.parse(body.toString()).query) ?? [];
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const fate = await meddle(operation, count);
    const answer = await fetch(`${graphUrl}${request.url}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: request.headers.authorization ?? "" },
      body: new Uint8Array(body),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (fate === "hold the answer") return;
    if (fate === "break the connection") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(content);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
