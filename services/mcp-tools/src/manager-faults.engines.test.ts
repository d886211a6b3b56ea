import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import {
  type Behaviour,
  dripping,
  empty,
  half,
  type RecordedManager,
  sendJson,
  silent,
  slow,
  startRecordedManager,
} from "../test/recorded-manager.ts";
import {
  ESTATE_CALLS,
  type RunningToolServer,
  removeToolServer,
  startToolServer,
} from "../test/running-tool-server.ts";

/** In these tests the security manager responds slowly, not at all, or with invalid answers. */

const [GOOD, SILENT, HALF, DRIPPING, SLOW, BROKEN, NEW] = [11, 12, 13, 14, 15, 16, 17] as const;
/** The users whose clients disconnect. Each of them sends only one call, and the manager does not respond. */
const GONE = [21, 22, 23, 24] as const;
/** A text that the wrong answers of the simulated manager contain. It must not reach a caller. */
const MARK = "MARK-OF-THE-MANAGER";

let issuer: TestIssuer;
let manager: RecordedManager;
let door: EngineDoor;
let server: RunningToolServer;
let key: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startRecordedManager(
    new Map([
      ...([
        [GOOD, empty],
        [SILENT, silent],
        [HALF, half],
        [DRIPPING, dripping],
      ] as const),
      // For this user, each call to the manager takes 11 s. One call takes less than the time limit of a tool. Two
      // calls, one after the other, take longer.
      [SLOW, slow(11_000)],
      [BROKEN, empty],
      ...GONE.map((userId) => [userId, silent] as const),
    ]),
  );
  door = await createEngineDoor(manager.url);
  server = await startToolServer(issuer, {
    ...{ SECURITY_MANAGER_URL: door.url.replace(/\/$/, ""), USER_RATE: "10000", USER_BURST: "10000" },
  });
  key = await server.createKey();
});
afterAll(async () => {
  await server?.stop();
  await removeToolServer(server.name);
  await door.shut();
  await manager.stop();
  await issuer.stop();
});

const callAll = (userId: number) =>
  Promise.all(
    ESTATE_CALLS.map(async ([tool, input]) => [tool, await server.call(tool, input, { key, userId })] as const),
  );
const isAllCancelled = (userId: number) => manager.callsOf(userId).every(({ state }) => state === "cancelled");

test("calls of a slow manager end within 20 s with the fixed text, and are cancelled", async () => {
  const twice = "list_all_security_rules_by_device";
  const users = [SILENT, HALF, DRIPPING];
  const many = users.map(callAll);
  // The slow call is sent only after the other calls have arrived at the manager. If it were sent earlier, its measured
  // duration would include the time in which the tool server reads the other calls.
  await until("the calls", () => users.every((userId) => manager.callsOf(userId).length >= ESTATE_CALLS.length));
  const slow = server.call(twice, { deviceId: 7 }, { key, userId: SLOW }).then((call) => [[twice, call] as const]);
  const called = await Promise.all([...many, slow]);
  for (const [tool, { texts, isError, tookMs }] of called.flat()) {
    expect([texts[0], isError]).toEqual([`${tool} timed out.`, true]);
    expect(tookMs).toBeGreaterThan(17_500);
    expect(tookMs).toBeLessThan(20_500);
  }
  for (const userId of users) {
    expect(manager.callsOf(userId).length).toBeGreaterThanOrEqual(ESTATE_CALLS.length);
    await until("the end of the calls", () => isAllCancelled(userId));
  }
  await until("the end of the second call", () => manager.callsOf(SLOW)[1]?.state === "cancelled");
  expect(manager.callsOf(SLOW).map(({ state }) => state)).toEqual(["answered", "cancelled"]);
});

test("while as many calls of a slow manager wait as the rate lets in, users are copied and others are answered", async () => {
  const leaving = new AbortController();
  const body = { method: "tools/call", params: { name: "list_all_devices", arguments: {} } };
  const before = manager.callsOf(SILENT).length;
  // The test sends 1,000 calls. This is as many as the rate limit admits in 18 s: 50 per second and the burst of 100.
  const beganAt = performance.now();
  let late = 0;
  const asked = Array.from({ length: 1_000 }, () =>
    server.post(body, { key, userId: SILENT }, { signal: leaving.signal }).then(
      ({ status }) => {
        // On a slow machine, the first calls time out before the last calls arrive. `late` counts the calls that timed
        // out.
        if (performance.now() - beganAt < 17_500) return status;
        late += 1;
        return "left";
      },
      () => "left",
    ),
  );
  // The service has 50 connections to the manager, so at most 50 calls are open.
  await until("the calls", () => manager.callsOf(SILENT).length >= before + 50);
  await until("the requests", async () => (await server.metric("http_requests_in_flight")) + late >= 1_000);
  manager.setUser(NEW, empty);
  await until("the new user", async () => (await server.list({ key, userId: NEW })).status === 200, 60_000, 250);
  expect((await server.call("search_documentation", { question: "How do I connect a client?" })).isError).toBe(false);
  leaving.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["left"]));
  await until("the end of the calls", () => isAllCancelled(SILENT));
});

describe("a client that is gone in the middle of a call", () => {
  const params = { name: "list_all_devices", arguments: {} };
  const modern = {
    ...{ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": params.name },
  };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  test.each([
    ["a request of the common form", GONE[0], params, {}],
    ["a request with further members", GONE[1], { ...params, task: {} }, { "mcp-protocol-version": "2025-11-25" }],
    ["a modern request", GONE[2], { ...params, _meta: meta }, modern],
    ["a modern request with further members", GONE[3], { ...params, other: 1, _meta: meta }, modern],
  ])("has %s cancelled at the manager", async (_, userId, sent, headers: Record<string, string>) => {
    const received = () => manager.callsOf(userId)[0];
    const leaving = new AbortController();
    const asked = server.post(
      { method: "tools/call", params: sent },
      { key, userId },
      { headers, signal: leaving.signal },
    );
    const ended = asked.then(
      ({ status, body }) => `${status} ${JSON.stringify(body)}`,
      () => "left",
    );
    await Promise.race([until("the call of the manager", received), ended.then((how) => expect(how).toBe("left"))]);
    expect(received()).toMatchObject({ path: expect.stringMatching(/^\/domain/), state: "open" });
    leaving.abort();
    expect(await ended).toBe("left");
    await until("the end of the call", () => received()?.state === "cancelled");
  });
});

describe("an answer that is no answer of the manager", () => {
  const text = (status: number, body: string | Buffer, type = "text/html"): Behaviour => {
    return (response) => response.writeHead(status, { "content-type": type }).end(body);
  };
  const broken = (status: number) => (response: ServerResponse) =>
    sendJson(response, status, { message: MARK, code: MARK, requestId: MARK, errors: [{ field: "x", message: MARK }] });
  const json = (body: string) => text(200, body, "application/json");
  /** Answers queries with `body`, and count queries with a negative count. */
  const page = (body: string): Behaviour => {
    const count = json('{"total":-1}');
    return (response, path) => (path.startsWith("/siql/count") ? count : json(body))(response, path);
  };
  const bodies: readonly (readonly [string, Behaviour])[] = [
    ["a page", text(200, `<html>${MARK}</html>`)],
    ["nothing", text(200, "")],
    ["no content", (response) => response.writeHead(204).end()],
    ["another object", json(`{"${MARK}":1}`)],
    ["null", json("null")],
    ["a page of other records", page(`{"total":1,"count":1,"results":[{"id":"${MARK}"}]}`)],
    ["a page that lacks records", page('{"total":2,"count":2,"results":[]}')],
    ["numbers as texts", json('{"total":"0","count":"0","results":[]}')],
    ["half of a text", json(`{"total":0,"count":0,"results":[{"name":"${MARK}`)],
    ["bytes that are no text", json(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString("latin1"))],
    ["depth", page(`{"total":1,"count":1,"results":${"[".repeat(200_000)}${"]".repeat(200_000)}}`)],
    ["40 MiB", json(" ".repeat(40 * 1_024 * 1_024))],
    ["another address", (response) => response.writeHead(302, { location: `http://localhost/${MARK}` }).end()],
    ["a missing page", text(404, `<html>${MARK}</html>`)],
    ["a refusal in HTML", text(403, `<html>${MARK}</html>`)],
    ["a failure in HTML", text(502, `<html>${MARK}</html>`)],
    ["a failure", broken(500)],
    ["that it is overloaded", broken(503)],
    ["that the token is not accepted", broken(401)],
    ["too many requests", broken(429)],
    ["a connection that ends", (response) => response.destroy()],
    [
      "an answer that is cut",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": 1_000 });
        response.write(`{"${MARK}`, () => response.destroy());
      },
    ],
    ["something else than HTTP", (response) => void response.socket?.end(`${MARK}\r\n\r\n`)],
  ];

  test.each(bodies)("but %s is reported as such, without its text", async (_, behaviour) => {
    manager.setUser(BROKEN, behaviour);
    for (const [, { texts, isError, whole }] of await callAll(BROKEN)) {
      expect([texts, isError]).toEqual([
        ["The security manager does not answer.", "Call the tool again in a moment."],
        true,
      ]);
      expect(whole).not.toContain(MARK);
    }
  });

  test("but the end of its own time is the end of the tool's", async () => {
    manager.setUser(BROKEN, broken(504));
    for (const [tool, { texts, whole }] of await callAll(BROKEN)) {
      expect(texts[0]).toBe(`${tool} timed out.`);
      expect(whole).not.toContain(MARK);
    }
  });

  test("is forgotten with the next one that is", async () => {
    manager.setUser(BROKEN, empty);
    for (const [, { isError }] of await callAll(BROKEN)) expect(isError).toBe(false);
  });
});

describe("a manager that is away", () => {
  test("is named by its tools, while the others and the callers' users work, and is asked again when it is back", async () => {
    await door.shut();
    for (const [, { texts }] of await callAll(GOOD)) expect(texts[0]).toBe("The security manager does not answer.");
    expect((await server.list({ key, userId: GOOD })).status).toBe(200);
    expect((await server.call("get_siql_reference", { sections: ["overview"] }, { key, userId: GOOD })).isError).toBe(
      false,
    );
    expect((await server.call("search_documentation", { question: "How do I connect a client?" })).isError).toBe(false);
    expect(await server.list({ key, userId: 999 })).toMatchObject({
      status: 403,
      body: { error: { message: "Unknown user" } },
    });
    await door.open();
    for (const [, { isError }] of await callAll(GOOD)) expect(isError).toBe(false);
  });

  test("at the start is no matter with a stored copy of its users, and without one means 503", async () => {
    const away = { SECURITY_MANAGER_URL: "http://127.0.0.1:1" };
    const again = await startToolServer(issuer, { ...away, MONGO_DATABASE: server.name });
    expect((await again.list({ key, userId: GOOD })).status).toBe(200);
    expect((await again.list({ key, userId: 999 })).body.error.message).toBe("Unknown user");
    await again.stop();

    manager.setFeed((response) => sendJson(response, 200, { users: [{ id: MARK }], groups: [1], next: null }));
    const first = await startToolServer(issuer, { SECURITY_MANAGER_URL: manager.url });
    const firstKey = await first.createKey();
    const asked = { key: firstKey, userId: GOOD };
    expect((await first.list()).status).toBe(200);
    const { status, headers, body } = await first.list(asked);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(body).toEqual({ jsonrpc: "2.0", id: null, error: { code: 503, message: "Temporarily unavailable" } });
    manager.setFeed(undefined);
    await until("the first copy", async () => (await first.list(asked)).status === 200, 60_000, 250);
    await first.stop();
    await removeToolServer(first.name);
  });

  test("and then answers garbage about its users, keeps the last copy of them", async () => {
    manager.setFeed((response) => response.writeHead(200).end(`<html>${MARK}</html>`));
    expect((await server.list({ key, userId: 998 })).body.error.message).toBe("Unknown user");
    expect((await server.list({ key, userId: GOOD })).status).toBe(200);
    manager.setFeed(undefined);
  });
});
