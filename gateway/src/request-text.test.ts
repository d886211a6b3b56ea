import { getEventListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, expect, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { Pool } from "undici";
import { requestText } from "./request-text.ts";

const options = { method: "POST", path: "/", body: "{}" } as const;
const started: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of started.splice(0).reverse()) await stop();
});

async function poolOver(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const { url, stop } = await listen(createServer(answer));
  const pool = new Pool(url, { connections: 1, maxResponseSize: 4_096 });
  started.push(stop, () => pool.destroy());
  return pool;
}

test("a text in several chunks is joined, also where a character is split", async () => {
  const bytes = Buffer.from("für €");
  const pool = await poolOver(async (_, response) => {
    for (const byte of bytes) {
      response.write(Uint8Array.of(byte));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    response.end();
  });
  expect(await requestText(pool, options, undefined)).toBe("für €");
});

test("a response without a body is an empty text, whatever its status", async () => {
  const pool = await poolOver((_, response) => response.writeHead(502).end());
  expect(await requestText(pool, options, undefined)).toBe("");
});

test.each([
  ["is cut", (_: unknown, response: ServerResponse) => response.write("{", () => response.destroy()), "UND_ERR_SOCKET"],
  ["is too large", (_: unknown, response: ServerResponse) => response.end("x".repeat(5_000)), "EXCEEDED"],
])("a response that %s is an error with a code", async (_, answer, code) => {
  const pool = await poolOver(answer);
  await expect(requestText(pool, options, undefined)).rejects.toMatchObject({ code: expect.stringContaining(code) });
});

test("an aborted request ends at once with the reason, on the wire as well, and so does one that waits for a connection", async () => {
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const bodies: string[] = [];
  const pool = await poolOver(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.once("close", closed.resolve);
    arrived.resolve();
  });
  const leaving = new AbortController();
  const first = requestText(pool, { ...options, body: "first" }, leaving.signal);
  const second = requestText(pool, { ...options, body: "second" }, leaving.signal);
  const ended = Promise.allSettled([first, second]);
  await arrived.promise;
  leaving.abort("enough");
  const reason = { status: "rejected", reason: "enough" };
  expect(await ended).toEqual([reason, reason]);
  await closed.promise;
  await expect(requestText(pool, { ...options, body: "third" }, leaving.signal)).rejects.toBe("enough");
  expect(bodies).toEqual(["first"]);
});

test("the listener is removed once the response is there", async () => {
  const pool = await poolOver((_, response) => response.end("{}"));
  const signal = new AbortController().signal;
  const answer = requestText(pool, options, signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  expect(await answer).toBe("{}");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
