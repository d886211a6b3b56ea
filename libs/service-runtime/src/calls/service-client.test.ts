import { createServer, type RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type Listening, listen } from "@network-access/testkit/listen";
import { until } from "@network-access/testkit/until";
import { z } from "zod";
import { keepLogLines } from "../../test/log-lines.ts";
import { runInRequest } from "../telemetry/request-context.ts";
import { createServiceClient, type ServiceClient } from "./service-client.ts";

const answerOf = z.object({ n: z.number() });
const { logger, lines } = keepLogLines();
let server: Listening | undefined;
let client: ServiceClient | undefined;
afterEach(async () => {
  await client?.stop();
  await server?.stop();
  lines.length = 0;
});

async function callee(
  listener: RequestListener,
  options: { token?: () => Promise<string>; path?: string; maxAnswerBytes?: number } = {},
) {
  server = await listen(createServer(listener));
  const { token, path = "", ...rest } = options;
  client = createServiceClient({
    callee: "inventory",
    url: server.url + path,
    logger,
    token,
    deadlineMs: 60_000,
    ...rest,
  });
  return client;
}
const answering =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);

test("a response is parsed, and request id, trace context, token and body are sent along", async () => {
  const seen: unknown[] = [];
  const calls = await callee(
    async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const { authorization, traceparent } = request.headers;
      seen.push([request.method, request.url, authorization, traceparent, request.headers["x-request-id"], body]);
      response.end('{"n":1,"more":true}');
    },
    { token: async () => "t0", path: "/internal/" },
  );
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const context = { requestId: "r-1", traceparent, signal: new AbortController().signal, annotations: {} };
  await runInRequest(context, async () => {
    expect(await calls.postJson("/ask?x=1", { q: 1 }, answerOf)).toEqual({ ok: true, value: { n: 1 } });
    expect(await calls.getJson("/get", answerOf)).toEqual({ ok: true, value: { n: 1 } });
  });
  expect(seen).toEqual([
    ["POST", "/internal/ask?x=1", "Bearer t0", traceparent, "r-1", '{"q":1}'],
    ["GET", "/internal/get", "Bearer t0", traceparent, "r-1", ""],
  ]);
});

describe("a call that gives no value says why", () => {
  test.each([
    [404, "{}", { kind: "not-found" }],
    [503, "{}", { kind: "unavailable" }],
    [504, "{}", { kind: "timeout" }],
    [403, '{"code":"FORBIDDEN"}', { kind: "refused", status: 403, code: "FORBIDDEN" }],
    [500, "<html>", { kind: "refused", status: 500, code: undefined }],
    [200, '{"n":"geheim"}', { kind: "refused", status: 200, code: "UNREADABLE_ANSWER" }],
    [200, "no json", { kind: "refused", status: 200, code: "UNREADABLE_ANSWER" }],
  ])("%i %s", async (status, body, failure) => {
    const calls = await callee(answering(status, body));
    expect(await calls.getJson("/", answerOf)).toMatchObject({
      ok: false,
      failure: { callee: "inventory", ...failure },
    });
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });

  test.each([
    [404, '{"message":"geheim"}', { kind: "not-found", callee: "inventory", body: { message: "geheim" } }],
    [
      ...[400, '{"code":"BAD_USER_INPUT","position":7}'],
      {
        ...{ kind: "refused", callee: "inventory", status: 400, code: "BAD_USER_INPUT" },
        body: { code: "BAD_USER_INPUT", position: 7 },
      },
    ],
    [502, "<html>", { kind: "refused", callee: "inventory", status: 502, code: undefined }],
    [
      ...[400, JSON.stringify({ message: "x".repeat(64 * 1_024) })],
      { kind: "refused", callee: "inventory", status: 400, code: undefined },
    ],
  ] as const)("and has the body of %i, if it is JSON of at most 64 KiB", async (status, body, failure) => {
    const calls = await callee(answering(status, body));
    expect(await calls.getJson("/", answerOf)).toEqual({ ok: false, failure });
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });

  test("nothing listens", async () => {
    const calls = await callee(answering(200, "{}"));
    await server?.stop();
    expect(await calls.getJson("/", answerOf)).toEqual({
      ok: false,
      failure: { kind: "unavailable", callee: "inventory" },
    });
  });

  test("a response that is late, in its head or in its body", async () => {
    const calls = await callee((request, response) => void (request.url === "/body" ? response.write("{") : undefined));
    for (const path of ["/head", "/body"]) {
      expect(await calls.getJson(path, answerOf, { deadlineMs: 80 })).toEqual({
        ok: false,
        failure: { kind: "timeout", callee: "inventory", afterMs: 80 },
      });
    }
  });

  test("a response that is too large", async () => {
    const calls = await callee(answering(200, "x".repeat(5_000)), { maxAnswerBytes: 1_000 });
    expect(await calls.getJson("/", answerOf)).toMatchObject({ failure: { kind: "unavailable" } });
  });

  test("there is no token to send", async () => {
    const calls = await callee(answering(200, '{"n":1}'), { token: () => Promise.reject(new Error("ENOENT")) });
    expect(await calls.getJson("/", answerOf)).toMatchObject({ failure: { kind: "unavailable" } });
  });
});

describe("a reset connection", () => {
  const resetting = (times: number): { listener: RequestListener; calls: () => number } => {
    let calls = 0;
    return {
      calls: () => calls,
      listener(request, response) {
        calls += 1;
        if (calls <= times) request.socket.resetAndDestroy();
        else response.end('{"n":1}');
      },
    };
  };

  test("is retried once where the call is idempotent", async () => {
    const one = resetting(1);
    const calls = await callee(one.listener);
    expect(await calls.getJson("/", answerOf)).toEqual({ ok: true, value: { n: 1 } });
    expect(one.calls()).toBe(2);
  });

  test("is not retried twice", async () => {
    const two = resetting(2);
    const calls = await callee(two.listener);
    expect(await calls.postJson("/", {}, answerOf, { idempotent: true })).toMatchObject({
      failure: { kind: "unavailable" },
    });
    expect(two.calls()).toBe(2);
  });

  test("is not retried where the call is not idempotent", async () => {
    const one = resetting(1);
    const calls = await callee(one.listener);
    expect(await calls.postJson("/", {}, answerOf)).toMatchObject({ failure: { kind: "unavailable" } });
    expect(one.calls()).toBe(1);
  });
});

test("a PUT is sent with its body, and again after a reset", async () => {
  const seen: unknown[] = [];
  const calls = await callee(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push([request.method, request.url, body]);
    if (seen.length === 1) request.socket.resetAndDestroy();
    else response.writeHead(201).end('{"n":1}');
  });
  expect(await calls.putJson("/part/7", { q: 1 }, answerOf)).toEqual({ ok: true, value: { n: 1 } });
  expect(seen).toEqual(Array(2).fill(["PUT", "/part/7", '{"q":1}']));
});

test("a call gets no more time than its caller has left", async () => {
  const calls = await callee(() => undefined);
  const begun = performance.now();
  expect(await calls.getJson("/", answerOf, { endsAt: begun + 100 })).toMatchObject({ failure: { kind: "timeout" } });
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await calls.getJson("/", answerOf, { endsAt: begun })).toMatchObject({ failure: { kind: "timeout" } });
});

test("an idle connection is closed within the time in which a process drains, although the server would keep it", async () => {
  const kept: number[] = [];
  const calls = await callee((request, response) => {
    const since = performance.now();
    request.socket.once("close", () => kept.push(performance.now() - since));
    response.writeHead(200, { "keep-alive": "timeout=65" }).end('{"n":1}');
  });
  // A busy machine can delay one end.
  for (let n = 1; n <= 5 && Math.min(...kept) >= 4_800; n += 1) {
    expect(await calls.getJson("/", answerOf)).toMatchObject({ ok: true });
    await until("the end of the connection", () => kept.length === n);
  }
  expect(Math.min(...kept)).toBeLessThan(4_800);
});
