import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { keepLogLines } from "../../test/log-lines.ts";
import { runInRequest } from "../telemetry/request-context.ts";
import { createTelemetry, currentTraceparent, withSpan } from "./telemetry.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parent = `00-${traceId}-b7ad6b7169203331-01`;
const context = { requestId: "r-1", traceparent: parent, signal: new AbortController().signal, annotations: {} };

test("without an endpoint there is no span, and incoming trace context is propagated unchanged", async () => {
  const telemetry = createTelemetry({ serviceName: "test", endpoint: undefined, logger: keepLogLines().logger });
  await telemetry.start();
  expect(currentTraceparent()).toBeUndefined();
  await runInRequest(context, () =>
    withSpan("work", { kind: "server", parent }, async (span) => {
      expect(span).toBeUndefined();
      expect(currentTraceparent()).toBe(parent);
    }),
  );
  await telemetry.stop();
});

test("with an endpoint spans are children of their caller's and are sent by the end of the process", async () => {
  const sent: string[] = [];
  const collector = createServer(async (request, response) => {
    sent.push(`${request.url} ${await text(request)}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const { url, stop } = await listen(collector);
  const endpoint = `${url}/`;
  const telemetry = createTelemetry({ serviceName: "test", endpoint, logger: keepLogLines().logger });
  await telemetry.start();
  const outgoing: (string | undefined)[] = [];
  await withSpan("outer", { kind: "server", parent }, async () => {
    outgoing.push(currentTraceparent());
    await withSpan("inner", { kind: "client" }, async () => void outgoing.push(currentTraceparent()));
  });
  await expect(withSpan("failing", { kind: "internal" }, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
  await telemetry.stop();
  await stop();
  expect(outgoing.every((value) => value?.startsWith(`00-${traceId}-`))).toBe(true);
  expect(new Set([parent, ...outgoing]).size).toBe(3);
  expect(sent.join()).toMatch(/^\/v1\/traces /);
  for (const name of ["outer", "inner", "failing", "b7ad6b7169203331"]) expect(sent.join()).toContain(name);
});
