import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import type { Caller } from "../callers/caller.ts";
import type { Admission } from "../callers/identify-caller.ts";
import type { Message } from "../protocol/package-answer.ts";
import { createEndpointRoute } from "./endpoint-route.ts";
import { messageProblem } from "./message-problem.ts";

/** Runs the endpoint on the real HTTP server. The tests set the result of the admission and the answers to messages. */

const { logger, lines } = keepLogLines();
const anonymous: Caller = { kind: "anonymous" };
let admission: Admission = { ok: true, caller: anonymous };
let answer: (message: Message) => Promise<{ status: number; body: string; callerRefused?: string }>;
let server: HttpServer;
let url = "";

beforeAll(async () => {
  const route = createEndpointRoute({
    path: "/mcp",
    places: { hosts: [], origins: ["https://desk.example"] },
    admit: async () => admission,
    toolsOf: () => ({ listed: [], instructions: "", find: () => undefined }),
    answer: (message) => answer(message),
  });
  server = createHttpServer({ logger, host: "127.0.0.1", port: 0, routes: [route], problems: messageProblem });
  await server.start();
  url = `http://127.0.0.1:${server.port}/mcp`;
});
afterAll(async () => server.stop());

const HEADERS = { accept: "application/json, text/event-stream", "content-type": "application/json" };
async function post(body: string | Buffer, headers: Record<string, string> = {}, method = "POST") {
  const response = await fetch(url, {
    ...{ method, headers: { ...HEADERS, ...headers } },
    ...(method === "POST" && { body: new Uint8Array(Buffer.from(body)) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}
const error = (code: number, message: unknown) => ({ jsonrpc: "2.0", id: null, error: { code, message } });

test("a message is answered with what its caller may see", async () => {
  admission = { ok: true, caller: anonymous };
  const seen: Message[] = [];
  answer = async (message) => {
    seen.push(message);
    return { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{}}' };
  };
  const { status, body, headers } = await post('{"jsonrpc":"2.0","id":1,"method":"ping"}', {
    ...{ "mcp-method": "ping", origin: "https://desk.example" },
  });
  expect([status, body]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("access-control-allow-origin")).toBe("https://desk.example");
  expect(seen[0]).toMatchObject({ caller: anonymous, headers: { "mcp-method": "ping" }, body: { method: "ping" } });
  expect(seen[0]?.headers).not.toHaveProperty("origin");
});

test("a notification is answered without a body", async () => {
  answer = async () => ({ status: 202, body: "" });
  expect(await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toMatchObject({
    ...{ status: 202, body: undefined },
  });
});

test.each([
  [401, "API key not recognised or expired", { "www-authenticate": "ApiKey" }],
  [403, "Unknown user", {}],
  [429, "Rate limit exceeded", { "retry-after": "2" }],
  [503, "Temporarily unavailable", { "retry-after": "2" }],
] as const)(
  "a caller refused with %i gets a JSON-RPC error, and its body is not read",
  async (status, message, more) => {
    admission = { ok: false, refusal: { status, message, ...("retry-after" in more && { retryAfterSeconds: 2 }) } };
    answer = () => Promise.reject(new Error("not asked"));
    const refused = await post("this is no JSON", { origin: "https://desk.example" });
    expect([refused.status, refused.body]).toEqual([status, error(status, message)]);
    expect(refused.headers.get("access-control-allow-origin")).toBe("https://desk.example");
    for (const [name, value] of Object.entries(more)) expect(refused.headers.get(name)).toBe(value);
  },
);

test("the head is checked before the caller", async () => {
  admission = { ok: false, refusal: { status: 401, message: "API key not recognised or expired" } };
  expect(await post("", {}, "GET")).toMatchObject({ status: 405, body: error(405, "Method not allowed") });
  expect(await post("", {}, "DELETE")).toMatchObject({ status: 405 });
  expect((await post("{}", { accept: "*/*" })).status).toBe(406);
  expect((await post("{}", { origin: "https://evil.example" })).body).toEqual(error(403, "Origin not allowed"));
  const preflight = { origin: "https://desk.example", "access-control-request-method": "POST" };
  const { status, headers } = await post("", preflight, "OPTIONS");
  expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "https://desk.example"]);
});

test("a body that is no JSON, too large, too deep or packed is refused", async () => {
  admission = { ok: true, caller: anonymous };
  const starts = (text: string) => expect.stringMatching(new RegExp(`^${text}`));
  expect((await post("{")).body).toEqual(error(-32_700, starts("Parse error")));
  expect((await post("")).body).toEqual(error(-32_700, starts("Parse error")));
  expect((await post("[".repeat(10_000))).body).toEqual(error(-32_700, starts("Parse error")));
  const large = await post(JSON.stringify("x".repeat(256 * 1_024)));
  expect([large.status, large.body]).toEqual([413, error(413, starts("Body too large"))]);
  const packed = await post("{}", { "content-encoding": "gzip" });
  expect([packed.status, packed.body]).toEqual([415, error(415, starts("Unsupported media type"))]);
});

test("a user whom the manager refuses during a call gets 403", async () => {
  answer = async () => ({ status: 200, body: "", callerRefused: "user is disabled" });
  const { status, body } = await post("{}");
  expect([status, body]).toEqual([403, error(403, "user is disabled")]);
});

test("an unexpected error is logged and answered without detail", async () => {
  lines.length = 0;
  answer = () => Promise.reject(new Error("secret detail"));
  const { status, body, headers } = await post("{}", { origin: "https://desk.example" });
  expect([status, body.error.code]).toEqual([500, 500]);
  expect(headers.get("access-control-allow-origin")).toBe("https://desk.example");
  expect(JSON.stringify(body)).not.toContain("secret detail");
  expect(JSON.stringify(lines)).toContain("secret detail");
});
