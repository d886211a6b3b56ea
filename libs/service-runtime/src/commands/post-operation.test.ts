import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { afterEach, expect, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { postOperation } from "./post-operation.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const { url, stop } = await listen(createServer((request, response) => void answer(request, response)));
  stops.push(stop);
  return { url, token: "secret-token" };
}

const operation = { query: "{ a }", variables: { b: 1 }, deadlineMs: 10_000 };

test("an operation is posted as JSON with the token, and the graph's answer is returned", async () => {
  const requests: unknown[] = [];
  const address = await serve(async (request, response) => {
    requests.push([request.method, request.url, request.headers.authorization, await json(request)]);
    response.end('{"data": {"a": 7}}');
  });
  expect(await postOperation(address, operation)).toEqual({
    kind: "answered",
    status: 200,
    body: { data: { a: 7 } },
    errors: [],
  });
  expect(requests).toEqual([["POST", "/graphql", "Bearer secret-token", { query: "{ a }", variables: { b: 1 } }]]);
});

test("errors of the answer are returned with their codes and fields", async () => {
  const errors = [
    { message: "no", extensions: { code: "FORBIDDEN", requestId: "r-7", fields: [{ path: "id", message: "bad" }] } },
    { message: "also no" },
  ];
  const address = await serve((_, response) => response.writeHead(400).end(JSON.stringify({ errors, data: null })));
  expect(await postOperation(address, operation)).toMatchObject({ kind: "answered", status: 400, errors });
});

test("an answer that is not GraphQL has no errors, and a redirect is not followed", async () => {
  const address = await serve((_, response) => response.writeHead(302, { location: "/login" }).end("<html>"));
  expect(await postOperation(address, operation)).toEqual({
    kind: "answered",
    status: 302,
    body: undefined,
    errors: [],
  });
});

test("an answer over the bound is not read on", async () => {
  const address = await serve((_, response) => response.end(" ".repeat(2_000)));
  expect(await postOperation(address, { ...operation, mostAnswerBytes: 1_000 })).toMatchObject({
    kind: "unanswered",
    message: expect.stringContaining("the answer is larger than 1000 bytes"),
  });
});

test("a graph that does not answer is given up at the deadline", async () => {
  const address = await serve(() => undefined);
  expect(await postOperation(address, { ...operation, deadlineMs: 50 })).toEqual({
    kind: "unanswered",
    message: `${address.url} did not answer within 0.05 s`,
    lasting: false,
  });
});

test("an interruption ends the call", async () => {
  const interruption = new AbortController();
  const address = await serve(() => interruption.abort());
  expect(await postOperation(address, { ...operation, signal: interruption.signal })).toEqual({ kind: "interrupted" });
});

test("the message names the address where nothing listens, and never the token", async () => {
  const address = await serve(() => undefined);
  await stops.pop()?.();
  const posted = await postOperation(address, operation);
  expect(posted).toEqual({
    kind: "unanswered",
    message: `${address.url} can't be reached: nothing listens there`,
    lasting: false,
  });
});
