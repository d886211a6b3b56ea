import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { listen } from "@network-access/testkit/listen";

export interface SimulatedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { discoveryId: string; scope?: object; force?: boolean; items?: { id: string }[] };
}

/**
 * What the simulator does with a request: it sends this response, breaks the connection (undefined), or never answers
 * ("silence").
 */
export type SimulatedAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | "silence"
  | undefined;

/** Serves the inventory's public interface, with answers that a test gives. */
export async function simulateInventory(
  answer: (request: SimulatedRequest, count: number) => SimulatedAnswer | Promise<SimulatedAnswer>,
) {
  const requests: SimulatedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await readAll(request)).toString());
    const { authorization } = request.headers;
    const read = { path: request.url ?? "", authorization, body };
    requests.push(read);
    const answered = unknownMember(body) ?? (await answer(read, requests.length));
    if (answered === "silence") return;
    if (answered === undefined) return void request.socket.destroy();
    response.writeHead(answered.status, { "content-type": "application/json", ...answered.headers });
    response.end(JSON.stringify(answered.body ?? {}));
  });
  const { url, stop } = await listen(server);
  return { url, requests, stop };
}

/** Refuses unknown members, as the inventory does. This check comes before the answers that a test has set. */
function unknownMember(body: object): SimulatedAnswer {
  const unknown = Object.keys(body).filter((name) => !["discoveryId", "scope", "items", "force"].includes(name));
  return unknown.length === 0 ? undefined : { status: 400, body: { detail: `${unknown.join()} is not known here` } };
}

/** Answers as if every item were new and none removed. */
export function healthy({ path, body }: SimulatedRequest): SimulatedAnswer {
  const { discoveryId, items = [] } = body;
  if (path.endsWith("/cleanup")) return { status: 200, body: { discoveryId, removed: 0, kept: 1 } };
  return { status: 200, body: { discoveryId, accepted: items.length, unchanged: 0, rejected: [] } };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(request);
  return request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
}
