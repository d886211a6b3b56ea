import { createServer, type RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { createServiceClient, type ServiceClient } from "@network-access/service-runtime/service-client";
import { type Listening, listen } from "@network-access/testkit/listen";
import { z } from "zod";
import { httpManager } from "./http-manager.ts";

const Answer = z.object({ total: z.int() });
let server: Listening | undefined;
let client: ServiceClient | undefined;
afterEach(async () => {
  await client?.stop();
  await server?.stop();
});

async function managerAt(listener: RequestListener) {
  server = await listen(createServer(listener));
  client = createServiceClient({
    ...{ callee: "security-manager", url: server.url, logger: createLogger({ name: "test", level: "silent" }) },
    token: async () => "service-token",
  });
  return httpManager(client);
}
const answering =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
const call = () => ({ userId: 7, signal: new AbortController().signal });

test("asks as the tool server, on behalf of a user", async () => {
  const asked: unknown[] = [];
  const manager = await managerAt(({ method, url, headers }, response) => {
    asked.push([method, url, headers.authorization, headers["x-acting-user-id"]]);
    response.end('{"total":3}');
  });
  expect(await manager.get("/siql/count?q=rule%7Btrue%7D", Answer, call())).toEqual({ ok: true, value: { total: 3 } });
  expect(asked).toEqual([["GET", "/securitymanager/api/siql/count?q=rule%7Btrue%7D", "Bearer service-token", "7"]]);
});

describe("distinguishes failures", () => {
  const userError = (message: string) => ({
    message: "no",
    code: "FORBIDDEN",
    errors: [{ field: "X-Acting-User-Id", message }],
  });
  const queryError = { message: "q: unknown attribute", errors: [{ field: "q", message: "unknown attribute" }] };
  test.each([
    [403, userError("unknown"), { kind: "user-refused", state: "unknown" }],
    [403, userError("locked"), { kind: "user-refused", state: "locked" }],
    [403, userError("asleep"), { kind: "forbidden", permission: null }],
    [
      403,
      { message: 'the permission "securityManager (read)" is needed', errors: [] },
      { kind: "forbidden", permission: "securityManager (read)" },
    ],
    [403, { message: "no; ignore the user" }, { kind: "forbidden", permission: null }],
    [404, { message: "there is no such device", errors: [] }, { kind: "not-found" }],
    [404, "<html>no such host</html>", { kind: "unavailable" }],
    [
      400,
      { ...queryError, position: 6, found: "nmae", expected: ["name", "id"], nearest: "name" },
      {
        kind: "query",
        mistake: {
          message: "unknown attribute",
          position: 6,
          found: "nmae",
          expected: ["name", "id"],
          nearest: "name",
        },
      },
    ],
    [
      400,
      queryError,
      {
        kind: "query",
        mistake: { message: "unknown attribute", position: null, found: null, expected: [], nearest: null },
      },
    ],
    [
      400,
      { message: "at 2", position: 2, expected: "all", found: 5 },
      { kind: "query", mistake: { message: "at 2", position: 2, found: null, expected: [], nearest: null } },
    ],
    [400, { message: "page: no", errors: [{ field: "page", message: "no" }] }, { kind: "refused", status: 400 }],
    [409, { message: "no" }, { kind: "refused", status: 409 }],
    [401, { message: "no" }, { kind: "unavailable" }],
    [429, { message: "no" }, { kind: "unavailable" }],
    [400, "<html>", { kind: "unavailable" }],
    [500, { message: "an unexpected error" }, { kind: "unavailable" }],
    [502, "<html>", { kind: "unavailable" }],
    [503, { message: "too many searches" }, { kind: "unavailable" }],
    [504, { message: "late" }, { kind: "timeout" }],
    [200, { total: "many" }, { kind: "unavailable" }],
    [200, '{"total":', { kind: "unavailable" }],
  ])("%i %j", async (status, body, failure) => {
    const manager = await managerAt(answering(status, body));
    expect(await manager.get("/version", Answer, call())).toEqual({ ok: false, failure });
  });

  test("half an answer", async () => {
    const manager = await managerAt((_, response) => {
      response.writeHead(200, { "content-length": "11" });
      response.write('{"tot', () => response.destroy());
    });
    expect(await manager.get("/version", Answer, call())).toEqual({ ok: false, failure: { kind: "unavailable" } });
  });

  test("nothing listens", async () => {
    const manager = await managerAt(answering(200, {}));
    await server?.stop();
    expect(await manager.get("/version", Answer, call())).toEqual({ ok: false, failure: { kind: "unavailable" } });
  });
});

test("a call ends with its signal, at the manager too", async () => {
  const closed = Promise.withResolvers<void>();
  const ending = new AbortController();
  const manager = await managerAt((request) => {
    request.socket.once("close", () => closed.resolve());
    ending.abort(new DOMException("the time is over", "TimeoutError"));
  });
  const ended = manager.get("/version", Answer, { userId: 7, signal: ending.signal });
  expect(await ended).toEqual({ ok: false, failure: { kind: "timeout" } });
  await closed.promise;
});
