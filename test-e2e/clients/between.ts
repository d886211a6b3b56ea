import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "@network-access/testkit/listen";

/**
 * What happens to the answer of one operation on its way; the operation itself is always carried out. It has the name
 * that it has in the graph; elsewhere its path.
 */
export type Meddle = (operation: string, count: number) => Promise<"pass" | "hold the answer" | "break the connection">;

/** A way to the graph, or to the REST interface, on which a test can meddle. `count` is how often the operation came by. */
export async function between(serverUrl: string, meddle: Meddle) {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? "/";
    const operation = path === "/graphql" ? operationOf(body) : path;
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const fate = await meddle(operation, count);
    const answer = await fetch(`${serverUrl}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: request.headers.authorization ?? "",
        "content-encoding": request.headers["content-encoding"] ?? "identity",
      },
      body: new Uint8Array(body),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (fate === "hold the answer") return;
    if (fate === "break the connection") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(content);
  });
  const { url, stop } = await listen(server);
  return { url, stop };
}

function operationOf(body: Buffer): string {
  return /(?:query|mutation) (\w+)/.exec(JSON.parse(body.toString()).query)?.[1] ?? "";
}
