import { createServer } from "node:http";
import { afterEach, expect, test } from "@jest/globals";
import { json, type Reply } from "@network-access/service-runtime/http-reply";
import { type Listening, listen } from "@network-access/testkit/listen";
import express from "express";
import { send } from "./replying.ts";

let server: Listening | undefined;
afterEach(() => server?.stop());

async function answered(reply: Reply, method = "GET"): Promise<Response> {
  const app = express();
  app.all("/", (_request, response) => send(response, reply));
  server = await listen(createServer(app));
  return fetch(server.url, { method });
}

test("an answer is sent with its length in bytes, in one piece", async () => {
  const reply = json(200, { name: "Zürich" });
  for (const method of ["POST", "HEAD"]) {
    const answer = await answered(reply, method);
    expect(answer.headers.get("content-length")).toBe("18");
    expect(answer.headers.get("transfer-encoding")).toBeNull();
    expect(await answer.text()).toBe(method === "HEAD" ? "" : '{"name":"Zürich"}');
    await server?.stop();
  }
});

test("an answer without a body has no length", async () => {
  const answer = await answered({ status: 304, headers: { etag: '"a"' } });
  expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([304, null, ""]);
});
