import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { listen } from "@network-access/testkit/listen";

export const ID_TOKEN = "id-token-of-a-person";
export const LOGIN_TOKEN = "login-token-of-a-user";
export const USER = { username: "importer", password: "correct horse battery" };

interface ReceivedRequest {
  readonly method: string;
  /** After "/securitymanager/api". */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Unpacked. */
  readonly text: string;
}

/** "break" ends the connection without an answer, "silence" leaves it open. */
type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | "break"
  | "silence";

interface StoredDevice {
  readonly id: number;
  readonly name: string;
  readonly created: object;
  readonly parts: Map<string, string>;
  readonly revisions: { id: number; parts: string[]; configuredAt: string; polls: number }[];
}

/** The manager's REST interface for devices and revisions, in memory. */
export async function startManager({
  before = () => undefined,
  pollsUntilSearchable = 1,
}: {
  /** Answers in place of the manager where it returns an answer. `count` is that of all requests until now. */
  readonly before?: (request: ReceivedRequest, count: number) => Answer | undefined;
  readonly pollsUntilSearchable?: number;
} = {}) {
  const requests: ReceivedRequest[] = [];
  const devices: StoredDevice[] = [];
  let lastRevision = 0;

  function createDevice(name: string, created: object = {}): StoredDevice {
    const device = { id: devices.length + 1, name, created, parts: new Map(), revisions: [] };
    devices.push(device);
    return device;
  }

  function addRevision(device: StoredDevice, parts: string[], configuredAt: string) {
    const revision = { id: ++lastRevision, parts, configuredAt, polls: 0 };
    device.revisions.unshift(revision);
    return revision;
  }

  function answer({ method, path, headers, text }: ReceivedRequest): Answer {
    const url = new URL(path, "http://manager");
    const route = `${method} ${url.pathname}`;
    if (route === "POST /authentication/login") {
      const { username, password } = JSON.parse(text);
      const isRight = username === USER.username && password === USER.password;
      return isRight
        ? { status: 200, body: { authorized: true, token: LOGIN_TOKEN } }
        : refusal(401, "the user or the password is wrong");
    }
    if (headers.authorization !== `Bearer ${ID_TOKEN}` && headers["x-fm-auth-token"] !== LOGIN_TOKEN)
      return refusal(401, "valid credentials are needed");
    if (route === "GET /domain/1/device") return listOf(devicesNamed(url.searchParams.get("name") ?? ""));
    if (route === "POST /domain/1/device") {
      const { name, ...created } = JSON.parse(text);
      if (devicesNamed(name).length > 0) return refusal(409, "the name is taken");
      return { status: 201, body: { id: createDevice(name, created).id, name } };
    }
    const [, id, member, last = ""] = /^\/domain\/1\/device\/(\d+)\/(part|rev)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const device = devices.find((one) => one.id === Number(id));
    if (!device) return refusal(404, "there is no such address");
    if (method === "PUT") return member === "part" ? putPart(device, last, text) : putRevision(device, text);
    if (last === "") return listOf(device.revisions.map((revision) => ({ id: revision.id })));
    const revision = device.revisions.find((one) => one.id === Number(last));
    if (!revision) return refusal(404, "there is no such revision");
    revision.polls += 1;
    return { status: 200, body: { id: revision.id, searchable: revision.polls >= pollsUntilSearchable } };
  }

  function putPart({ parts }: StoredDevice, sha256: string, text: string): Answer {
    if (createHash("sha256").update(text).digest("hex") !== sha256) return refusal(400, "the name is not the SHA-256");
    if (parts.has(sha256)) return { status: 204 };
    parts.set(sha256, text);
    return { status: 201, body: { sha256 } };
  }

  function putRevision(device: StoredDevice, text: string): Answer {
    const { configuredAt, baseRevision, parts } = JSON.parse(text);
    const missing = parts.filter((name: string) => !device.parts.has(name));
    if (missing.length > 0) {
      const errors = [{ field: "parts", message: `${missing.length} parts are missing` }];
      return { status: 409, body: { message: "parts are missing", code: "CONFLICT", errors, missing } };
    }
    const [newest] = device.revisions;
    if (newest && newest.parts.join() === parts.join())
      return { status: 200, body: { id: newest.id, searchable: newest.polls >= pollsUntilSearchable } };
    if (baseRevision !== (newest?.id ?? null)) return refusal(409, "baseRevision is not the newest revision");
    return { status: 201, body: { id: addRevision(device, parts, configuredAt).id, searchable: false } };
  }

  function devicesNamed(name: string): object[] {
    return devices
      .filter((one) => one.name.toLowerCase() === name.toLowerCase())
      .map((one) => ({ id: one.id, name: one.name }));
  }

  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
    const path = (request.url ?? "").replace(/^\/securitymanager\/api/, "");
    const received = { method: request.method ?? "", path, headers: request.headers, text };
    requests.push(received);
    const answered = before(received, requests.length) ?? answer(received);
    if (answered === "silence") return;
    if (answered === "break") return void request.socket.destroy();
    response.writeHead(answered.status, { "content-type": "application/json", ...answered.headers });
    response.end(answered.status === 204 ? undefined : JSON.stringify(answered.body ?? {}));
  });
  const { url, stop } = await listen(server);
  return { url, stop, requests, devices, createDevice, addRevision };
}

function refusal(status: number, message: string): Answer {
  return { status, body: { message, code: "REFUSED", requestId: "r-1", errors: [] } };
}

function listOf(results: readonly object[]): Answer {
  return { status: 200, body: { total: results.length, page: 0, pageSize: 2, count: results.length, results } };
}
