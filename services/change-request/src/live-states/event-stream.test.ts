import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { registry } from "@network-access/service-runtime/metrics";
import { type Served, serve } from "@network-access/service-runtime/test/serve";
import { until } from "@network-access/testkit/until";
import { eventStream, type StreamedEvent } from "./event-stream.ts";

let served: Served | undefined;
const callers: Socket[] = [];
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  await served?.stop();
  served = undefined;
});

/** Returns a route that streams the given events. */
function streaming(events: (request: HttpRequest) => AsyncIterable<StreamedEvent>): Route {
  return { method: "GET", path: "/events", handle: (request) => eventStream(events(request), { retryMs: 1_500.4 }) };
}

async function start(options: Parameters<typeof serve>[0]): Promise<Served> {
  served = await serve(options);
  return served;
}

/** Opens a connection that reads only on demand. */
async function silentCaller(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").pause();
  callers.push(socket);
  await once(socket, "connect");
  socket.write("GET /events HTTP/1.1\r\nhost: here\r\n\r\n");
  return socket;
}
const openStreams = async () =>
  Number(/http_streams_open\{route="\/events"\} (\d+)/.exec(await registry.metrics())?.[1] ?? 0);

test("events arrive one by one during the response, and intermediaries may not buffer them", async () => {
  const next = Promise.withResolvers<void>();
  const { url } = await start({
    routes: [
      streaming(async function* () {
        yield { event: "state", id: "1", data: { text: "one\ntwo\r\u2028ü" } };
        await next.promise;
        yield "heartbeat";
        yield { event: "end", data: null };
      }),
    ],
  });
  const response = await fetch(`${url}/events`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-request-id": expect.any(String),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("data: ")) text += (await reader?.read())?.value;
  expect(text).toBe('retry: 1500\n\nevent: state\nid: 1\ndata: {"text":"one\\ntwo\\r\u2028ü"}\n\n');
  next.resolve();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  expect(text).toMatch(/\n\n: still here\n\nevent: end\ndata: null\n\n$/);
});

test("a stream may outlast the request deadline, is not a request in flight, and logs one line", async () => {
  const { url, lines } = await start({
    timeoutMs: 100,
    maxConcurrent: 1,
    routes: [
      streaming(async function* ({ over }) {
        for (let n = 0; n < 40 && !over.aborted; n += 1) {
          yield "heartbeat";
          await wait(10);
        }
      }),
    ],
  });
  const answers = await Promise.all(
    [1, 2, 3].map(async () => {
      const response = await fetch(`${url}/events`);
      return { status: response.status, text: response.text() };
    }),
  );
  for (const { status, text } of answers)
    expect([status, (await text).split(": still here").length]).toEqual([200, 41]);
  await until("the lines", () => lines.filter(({ msg }) => msg === "request").length === 3);
  for (const line of lines.filter(({ msg }) => msg === "request"))
    expect(line).toMatchObject({ status: 200, ended: "done" });
  await until("no stream", async () => (await openStreams()) === 0);
});

test("a caller that disconnects ends its stream at once", async () => {
  let ended = false;
  const { url, lines } = await start({
    routes: [
      streaming(async function* ({ over }) {
        try {
          yield "heartbeat";
          await once(over, "abort");
        } finally {
          ended = true;
        }
      }),
    ],
  });
  const leaving = new AbortController();
  await fetch(`${url}/events`, { signal: leaving.signal });
  expect(await openStreams()).toBe(1);
  leaving.abort();
  await until("the end", () => ended);
  await until("the line", () => lines.some(({ ended }) => ended === "left"));
  await until("no stream", async () => (await openStreams()) === 0);
});

test("a caller that does not read is disconnected, and costs no memory until then", async () => {
  let asked = 0;
  let ended = false;
  const large = { event: "large", data: " ".repeat(64 * 1_024) };
  const { port, lines } = await start({
    stalledMs: 300,
    routes: [
      streaming(async function* () {
        try {
          for (;;) {
            asked += 1;
            yield large;
          }
        } finally {
          ended = true;
        }
      }),
    ],
  });
  await silentCaller(port);
  await until("the cut", () => ended);
  await until("the line", () => lines.some(({ ended }) => ended === "stalled"));
  // The socket buffers at both ends hold a few megabytes in total. The server must stop generating events when they are
  // full.
  expect(asked * large.data.length).toBeLessThan(32 * 1_024 * 1_024);
});

test("a slow reader is not disconnected", async () => {
  const large = { event: "large", data: " ".repeat(512 * 1_024) };
  const { port, lines } = await start({
    stalledMs: 5_000,
    routes: [
      streaming(async function* () {
        for (let n = 0; n < 20; n += 1) yield large;
      }),
    ],
  });
  const socket = await silentCaller(port);
  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 50);
  });
  socket.resume();
  const began = performance.now();
  await until("all of it", () => bytes > 20 * large.data.length, 120_000);
  expect(performance.now() - began).toBeGreaterThan(5_000);
  await until("the line", () => lines.some(({ ended }) => ended === "done"));
});

const LARGE = 16 * 1_024 * 1_024;

test("a stopping server ends its streams after the grace period, and does not wait for callers that do not read", async () => {
  const { url, port, server } = await start({
    drainGraceMs: 100,
    stalledMs: 8_000,
    routes: [
      streaming(async function* ({ stopping }) {
        yield { event: "large", data: " ".repeat(LARGE) };
        if (!stopping.aborted) await once(stopping, "abort");
        yield { event: "end", data: "stopping" };
      }),
    ],
  });
  let read = 0;
  let end = "";
  const reading = fetch(`${url}/events`).then(async ({ body }) => {
    for await (const part of body ?? []) {
      read += part.length;
      end = (end + Buffer.from(part).toString()).slice(-100);
    }
  });
  await silentCaller(port);
  await until("two streams, one of them read so far", async () => read > LARGE && (await openStreams()) === 2, 120_000);
  const began = performance.now();
  await server.stop();
  const tookMs = performance.now() - began;
  await reading;
  expect(end).toMatch(/event: end\ndata: "stopping"\n\n$/);
  expect(tookMs).toBeGreaterThan(90);
  expect(tookMs).toBeLessThan(30_000);
  await until("both have ended", async () => (await openStreams()) === 0);
  served = undefined;
});

test("a failed stream is aborted, so that it does not seem complete, and the error is logged", async () => {
  const { url, lines } = await start({
    routes: [
      streaming(async function* () {
        yield "heartbeat";
        throw new Error("the deeper cause");
      }),
    ],
  });
  const response = await fetch(`${url}/events`);
  await expect(response.text()).rejects.toThrow();
  await until("the error", () => lines.some(({ msg }) => msg === "an answer could not be written"));
  expect(JSON.stringify(lines)).toContain("the deeper cause");
  await until("the line", () => lines.some(({ ended }) => ended === "failed"));
});

test("who asks for the head only gets it, and no part is made", async () => {
  let made = 0;
  const { url } = await start({
    routes: [
      streaming(async function* () {
        made += 1;
        yield "heartbeat";
      }),
    ],
  });
  const response = await fetch(`${url}/events`, { method: "HEAD" });
  expect([response.status, response.headers.get("content-type"), made]).toEqual([200, "text/event-stream", 0]);
});
