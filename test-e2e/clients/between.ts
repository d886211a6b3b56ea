import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "@network-access/testkit/listen";

/**
 * Decides what to do with the response of an operation. The operation is performed in any case. `operation` is the name
 * of a GraphQL operation, or the path of a REST operation.
 */
export type Intervene = (
  operation: string,
  count: number,
) => Promise<"pass" | "hold the answer" | "break the connection">;

/**
 * Starts a proxy in front of the GraphQL or REST interface. For each call, `intervene` decides whether the proxy
 * injects a fault. Its parameter `count` is the number of calls of the operation so far, including the current one.
 */
export async function between(serverUrl: string, intervene: Intervene) {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? "/";
    const operation = path === "/graphql" ? operationOf(body) : path;
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const fate = await intervene(operation, count);
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
