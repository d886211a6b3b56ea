import { createServer } from "node:http";
import { afterEach, expect, test } from "@jest/globals";
import { createServiceClient } from "@network-access/service-runtime/service-client";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { listen } from "@network-access/testkit/listen";
import { createHttpUserFeed } from "./http-user-feed.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Answer = { readonly status?: number; readonly body: unknown };

/**
 * Starts a simulated security manager, which responds with `answer`. Returns the list of requests that the security
 * manager receives, and a function that reads the user feed from it.
 */
async function setUp(answer: (url: string) => Answer) {
  const requests: { url: string; authorization: string | undefined; actingFor: unknown }[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    requests.push({ url, authorization: headers.authorization, actingFor: headers["x-acting-user-id"] });
    const { status = 200, body } = answer(url);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const { url, stop } = await listen(server);
  const { logger } = keepLogLines();
  const client = createServiceClient({ callee: "security-manager", url, logger, token: async () => "token" });
  ends.push(stop, client.stop);
  const feed = createHttpUserFeed(client);
  return { requests, read: () => feed.read(at, new AbortController().signal) };
}

const at = new Date("2026-03-01T08:00:00Z");
const user = (id: number, deviceGroupIds: number[], version = `v${id}`) => ({
  ...{ id, enabled: true, locked: false, expired: false, deviceGroupIds, version },
});
const kept = (id: number, deviceGroupIds: number[]) => ({
  ...{ id, enabled: true, locked: false, expired: false, deviceGroupIds },
});

test("all pages are read, with the service token and on behalf of no user", async () => {
  const pages = [
    { users: [user(3, [9, 2]), user(5, [1])], groups: [9, 1, 2], next: 5 },
    { users: [user(8, [])], next: null },
  ];
  const { requests, read } = await setUp((url) => ({ body: pages[url.includes("after=0") ? 0 : 1] }));
  expect(await read()).toEqual({
    users: [kept(3, [2, 9]), kept(5, [1]), kept(8, [])],
    groups: [1, 2, 9],
    fingerprint: expect.stringMatching(/^[\w-]{43}$/),
    copiedAt: at,
  });
  const path = "/securitymanager/api/domain/1/user/access";
  expect(requests).toEqual([
    { url: `${path}?after=0&limit=1000`, authorization: "Bearer token", actingFor: undefined },
    { url: `${path}?after=5&limit=1000`, authorization: "Bearer token", actingFor: undefined },
  ]);
});

test("the fingerprint changes with a user and with the device groups", async () => {
  let page = { users: [user(3, [2])], groups: [1, 2], next: null };
  const { read } = await setUp(() => ({ body: page }));
  const prints = [(await read())?.fingerprint, (await read())?.fingerprint];
  page = { ...page, users: [user(3, [2], "other")] };
  prints.push((await read())?.fingerprint);
  page = { ...page, groups: [1, 2, 3] };
  prints.push((await read())?.fingerprint);
  expect(prints[0]).toBe(prints[1]);
  expect(new Set(prints).size).toBe(3);
});

test.each<[string, Answer]>([
  ["a refusal", { status: 403, body: { message: "the service may not use this route" } }],
  ["an error", { status: 500, body: {} }],
  ["another server", { body: { hello: "world" } }],
  ["a feed without device groups", { body: { users: [user(3, [1])], next: null } }],
  ["pages that do not end", { body: { users: [], groups: [1], next: 0 } }],
])("%s gives no copy", async (_, answer) => {
  const { read } = await setUp(() => answer);
  expect(await read()).toBeUndefined();
});

test("a manager that ends in the middle gives no copy", async () => {
  const { read } = await setUp((url) =>
    url.includes("after=0") ? { body: { users: [user(3, [2])], groups: [1], next: 3 } } : { status: 503, body: {} },
  );
  expect(await read()).toBeUndefined();
});
