import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { listen } from "@network-access/testkit/listen";

/** The changes that a test makes to the server's responses. */
interface ManagerBehaviour {
  /**
   * Responses to return instead of the usual ones. A key consists of method and path, such as "GET /device". Each
   * response is returned once.
   */
  readonly instead: Map<
    string,
    { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> }
  >;
  /** A revision becomes searchable after this number of requests for it. */
  searchableAfter: number;
}

/**
 * Starts an HTTP server that simulates the security manager. The server supports only the requests that an import
 * sends.
 */
export async function startManagerServer() {
  const behaviour: ManagerBehaviour = { instead: new Map(), searchableAfter: 1 };
  const requests: string[] = [];
  const devices: { id: number; name: string; deviceGroupIds: number[] }[] = [];
  const parts = new Set<string>();
  const revisions: { id: number; parts: string[]; asked: number }[] = [];
  const base = "/securitymanager/api/domain/1";
  const recordOf = (revision: (typeof revisions)[number]) => {
    const searchable = revision.asked >= behaviour.searchableAfter;
    return { id: revision.id, searchable, state: searchable ? "SEARCHABLE" : "PENDING" };
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://server");
    const path = pathname.replace(base, "");
    const packed = await buffer(request);
    const bytes = request.headers["content-encoding"] === "gzip" ? gunzipSync(packed) : packed;
    const name = `${request.method} ${path.replace(/[0-9a-f]{64}/, "SHA")}`;
    requests.push(name);
    const answer = (status: number, body?: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body && JSON.stringify(body));
    const instead = behaviour.instead.get(name);
    behaviour.instead.delete(name);
    if (instead) return void answer(instead.status, instead.body, instead.headers);
    if (request.headers.authorization !== "Bearer s3cret-token")
      return void answer(401, { message: "a token is needed" });
    if (name === "GET /device")
      return void answer(200, { results: devices.filter((one) => one.name === searchParams.get("name")) });
    if (name === "POST /device") {
      const device = { id: devices.length + 1, ...JSON.parse(bytes.toString()) };
      devices.push(device);
      return void answer(201, device);
    }
    if (name === "PUT /device/1/part/SHA") {
      parts.add(createHash("sha256").update(bytes).digest("hex"));
      return void answer(201);
    }
    if (name === "PUT /device/1/rev") {
      const input = JSON.parse(bytes.toString());
      const missing = input.parts.filter((part: string) => !parts.has(part));
      if (missing.length > 0) return void answer(409, { message: "parts are missing", missing });
      const newest = revisions[0];
      if (newest && newest.parts.join() === input.parts.join()) return void answer(200, recordOf(newest));
      revisions.unshift({ id: revisions.length + 1, parts: input.parts, asked: 0 });
      return void answer(201, recordOf({ id: revisions.length, parts: input.parts, asked: 0 }));
    }
    if (name === "GET /device/1/rev") return void answer(200, { results: revisions.map(recordOf) });
    const found = revisions.find(({ id }) => name === `GET /device/1/rev/${id}`);
    if (!found) return void answer(404, { message: "there is nothing here" });
    found.asked += 1;
    answer(200, recordOf(found));
  });
  const { url, stop } = await listen(server);
  return { url, stop, behaviour, requests, devices, parts, revisions };
}
