import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { Webhook } from "standardwebhooks";
import { type EventReceiver, startEventReceiver } from "../../test/event-receiver.ts";
import { newSigningSecret } from "../integrations/new-signing-secret.ts";
import { createReceiverAddresses } from "../integrations/receiver-addresses.ts";
import { type HttpEventSenderOptions, httpEventSender } from "./http-event-sender.ts";

const secret = newSigningSecret();
const event = { id: "evt_1", body: '{"specversion":"1.0","message":"\u{1F600}"}' };
const never = new AbortController().signal;

let receiver: EventReceiver;
beforeEach(async () => {
  receiver = await startEventReceiver();
});
afterEach(() => receiver.stop());

function aSender(members: Partial<HttpEventSenderOptions> = {}) {
  return httpEventSender({
    receivers: { allowHttp: true, addresses: createReceiverAddresses(["127.0.0.1/32"]) },
    resolve: async (name) => {
      throw Object.assign(new Error(`unknown name ${name}`), { code: "ENOTFOUND" });
    },
    connectMs: 10_000,
    deadlineMs: 20_000,
    now: () => new Date(),
    ...members,
  });
}
const send = (url = receiver.url, members: Partial<HttpEventSenderOptions> = {}) =>
  aSender(members).send({ url, secret }, event, never);

test("an event arrives unchanged, with headers that the library for receivers verifies", async () => {
  expect(await send(`${receiver.url}?a=b%20c`)).toEqual({ ok: true, status: 204 });
  const [got] = receiver.received;
  expect(got).toMatchObject({
    path: "/hook?a=b%20c",
    body: event.body,
    headers: { "content-type": "application/cloudevents+json; charset=utf-8", "webhook-id": "evt_1" },
  });
  const headers = got?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(got?.body ?? "", headers)).toEqual(JSON.parse(event.body));
  expect(() => new Webhook(newSigningSecret()).verify(got?.body ?? "", headers)).toThrow("No matching signature");
  expect(() => new Webhook(secret).verify(`${got?.body} `, headers)).toThrow("No matching signature");
});

test.each([
  [500, {}, { problem: "it answered 500", retryAfterMs: null, isGone: false }],
  [404, {}, { problem: "it answered 404", retryAfterMs: null, isGone: false }],
  [410, {}, { problem: "it answered 410", retryAfterMs: null, isGone: true }],
  [429, { "retry-after": "120" }, { problem: "it answered 429", retryAfterMs: 120_000, isGone: false }],
  [503, { "retry-after": "soon" }, { problem: "it answered 503", retryAfterMs: null, isGone: false }],
  [503, { "retry-after": "9".repeat(400) }, { problem: "it answered 503", retryAfterMs: null, isGone: false }],
])("%d with %j is a failure with its problem", async (status, headers, expected) => {
  receiver.answer = (_, response) => response.writeHead(status, headers).end("never kept");
  expect(await send()).toEqual({ ok: false, ...expected });
});

test("a date in Retry-After is a pause too", async () => {
  const now = () => new Date("2026-11-21T05:00:00.000Z");
  const headers = { "retry-after": "Sat, 21 Nov 2026 05:01:00 GMT" };
  receiver.answer = (_, response) => response.writeHead(503, headers).end();
  expect(await send(receiver.url, { now })).toMatchObject({ retryAfterMs: 60_000 });
});

test("a redirect is not followed, wherever it leads", async () => {
  const other = await startEventReceiver();
  for (const status of [301, 302, 307, 308]) {
    receiver.answer = (_, response) => response.writeHead(status, { location: other.url }).end();
    const sent = await send();
    expect(sent).toMatchObject({ ok: false, problem: expect.stringContaining("which is not followed") });
  }
  expect(other.received).toEqual([]);
  await other.stop();
});

test("a name is looked up for every event, and the connection goes to the checked address", async () => {
  const answers = [["127.0.0.1"], ["10.0.0.5", "127.0.0.1"], ["10.0.0.5"]];
  const asked: string[] = [];
  const sender = aSender({
    async resolve(name) {
      asked.push(name);
      return answers[asked.length - 1] ?? [];
    },
  });
  const url = `http://tickets.example.com:${receiver.port}/hook`;
  const sendNow = () => sender.send({ url, secret }, event, never);
  expect(await sendNow()).toEqual({ ok: true, status: 204 });
  // If a name has several addresses, only the allowed ones are used.
  expect(await sendNow()).toEqual({ ok: true, status: 204 });
  // The name now has another address.
  expect(await sendNow()).toMatchObject({
    ok: false,
    problem: "its name leads to a private address, and events are sent to public addresses only",
  });
  expect(asked).toEqual(Array(3).fill("tickets.example.com"));
  expect(receiver.received.map(({ headers }) => headers.host)).toEqual(
    Array(2).fill(`tickets.example.com:${receiver.port}`),
  );
});

test("localhost is a loopback address, whatever name servers answer, and is refused unless allowed", async () => {
  const resolve = async () => ["8.8.8.8"];
  expect(await send(`http://localhost:${receiver.port}/`, { resolve })).toEqual({ ok: true, status: 204 });
  const receivers = { allowHttp: true, addresses: createReceiverAddresses([]) };
  for (const url of [`http://localhost:${receiver.port}/`, receiver.url])
    expect(await send(url, { resolve, receivers })).toMatchObject({
      ok: false,
      problem: expect.stringContaining("leads to a loopback address"),
    });
  expect(receiver.received).toHaveLength(1);
});

test("settings that became stricter after the save apply", async () => {
  const receivers = { allowHttp: false, addresses: createReceiverAddresses(["127.0.0.1/32"]) };
  expect(await send(receiver.url, { receivers })).toMatchObject({
    ok: false,
    problem: expect.stringContaining("must begin with https"),
  });
  expect(receiver.received).toEqual([]);
});

test("an unreachable receiver, an unknown name and missing TLS have different problems", async () => {
  const gone = await startEventReceiver();
  await gone.stop();
  expect(await send(gone.url)).toMatchObject({ problem: "it refused the connection (ECONNREFUSED)" });
  expect(await send("http://unknown.example.com/")).toMatchObject({ problem: "its name is unknown (ENOTFOUND)" });
  expect(await send(receiver.url.replace("http:", "https:"))).toMatchObject({
    problem: expect.stringMatching(/^it does not speak TLS; check the scheme and port of its URL \(ERR_SSL/),
  });
});

test("a receiver that never answers, or never ends its response, is abandoned at the deadline", async () => {
  receiver.answer = () => undefined;
  expect(await send(receiver.url, { deadlineMs: 200 })).toMatchObject({ problem: "it did not answer within 200 ms" });
  // The response does not end. Only its status counts.
  receiver.answer = (_, response) => response.writeHead(200).write("a");
  expect(await send(receiver.url, { deadlineMs: 2_000 })).toEqual({ ok: true, status: 200 });
});

test("an endless response is not read to the end", async () => {
  let sentBytes = 0;
  receiver.answer = (_, response) => {
    response.writeHead(200);
    const more = () => {
      if (response.destroyed || sentBytes > 50 * 1_024 * 1_024) return;
      sentBytes += 65_536;
      response.write(Buffer.alloc(65_536), () => setImmediate(more));
    };
    more();
  };
  expect(await send(receiver.url)).toEqual({ ok: true, status: 200 });
  expect(sentBytes).toBeLessThan(20 * 1_024 * 1_024);
});

test.each([
  ["cut in its first line", "HTTP/1.1 2", "it closed the connection"],
  ["no HTTP", "220 smtp ready\r\n", "its response is not HTTP"],
  [
    "with very long headers",
    `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
    "it answered with more than 16 KiB of headers",
  ],
  ["nothing at all", "", "it closed the connection"],
])("a response that is %s is a failure with its problem", async (_, answer, problem) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(answer));
  });
  const { url, stop } = await listen(server);
  expect(await send(`${url}/`)).toEqual({ ok: false, problem, retryAfterMs: null, isGone: false });
  for (const socket of sockets) socket.destroy();
  await stop();
});

test("an aborted attempt has its problem", async () => {
  const stopping = new AbortController();
  receiver.answer = () => stopping.abort();
  expect(await aSender().send({ url: receiver.url, secret }, event, stopping.signal)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("aborted"),
  });
});
