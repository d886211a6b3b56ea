import { afterEach, expect, test } from "@jest/globals";
import { z } from "zod";
import { type Served, serve } from "../../test/serve.ts";
import { json } from "./http-reply.ts";
import type { Route } from "./http-request.ts";
import { readJsonRequest } from "./read-json-request.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

const route: Route = {
  method: "POST",
  path: "/ask",
  handle: async (request) =>
    json(200, await readJsonRequest(request, z.object({ ids: z.array(z.string()) }), "a list of ids")),
};

async function ask(body: string) {
  served ??= await serve({ routes: [route] });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${served.url}/ask`, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}

test("a body is read with the members of its schema, and nothing else", async () => {
  expect(await ask('{"ids":["a"],"more":1}')).toEqual({ status: 200, body: { ids: ["a"] } });
});

test("any other JSON is refused with a description of the right one", async () => {
  for (const body of ['{"ids":[1]}', "{}", "null"])
    expect(await ask(body)).toEqual({
      status: 400,
      body: expect.objectContaining({ code: "BAD_USER_INPUT", detail: "the body must be a list of ids" }),
    });
});
