import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { type EventReader, readEvents } from "@network-access/testkit/event-reader";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { MongoServerSelectionError } from "mongodb";
import { aChangeRequest } from "../../test/change-requests.ts";
import { createLiveStates, type LiveStates } from "../live-states/live-states.ts";
import { createStreamPlaces } from "../live-states/stream-places.ts";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { inMemoryChangeRequestStore } from "../requests/in-memory-change-request-store.ts";
import { presentStoreError } from "../requests/store-deadline.ts";
import { eventsRoute } from "./events-route.ts";

let issuer: TestIssuer;
let server: HttpServer;
let store: ChangeRequestStore;
let live: LiveStates;
const bounds = { most: 3, mostPerCaller: 2 };

beforeAll(async () => {
  issuer = await startTestIssuer();
  const logger = createLogger({ name: "test", level: "silent" });
  const route = eventsRoute({
    // Each test has states of its own.
    live: { watch: (id, until) => live.watch(id, until) },
    authenticate: createUserAuthenticator(issuer.users),
    places: createStreamPlaces(bounds),
    bounds,
    heartbeatMs: 50,
    retryMs: 1_000,
    now: () => new Date(),
  });
  server = createHttpServer({
    logger,
    host: "127.0.0.1",
    port: 0,
    routes: [route],
    drainGraceMs: 0,
    corsOrigins: ["https://desk.example"],
    presentError: presentStoreError,
  });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});
beforeEach(async () => {
  store = inMemoryChangeRequestStore();
  live = createLiveStates({ store: { shownStates: (ids) => store.shownStates(ids) } });
  await store.create(aChangeRequest(), undefined);
});
const opened: EventReader[] = [];
afterEach(async () => {
  for (const events of opened.splice(0)) events.close();
  await untilNobodyWatches();
});

const urlOf = (id: string) => `http://127.0.0.1:${server.port}/change-requests/${encodeURIComponent(id)}/events`;
const viewer = (subject = "ada") => issuer.userToken({ subject, permissions: ["change-request:view"] });
async function open(id = "cr-1", token?: string, headers: Record<string, string> = {}) {
  const events = await readEvents(urlOf(id), { token: token ?? (await viewer()), headers });
  opened.push(events);
  return events;
}
/**
 * Waits until no stream counts against the limits. A stream stops counting shortly after its caller has disconnected.
 */
const untilNobodyWatches = () => until("no stream", () => live.watched() === 0);
/** Reads until the first heartbeat. Fails if an event arrives instead. */
async function untilHeartbeat(events: EventReader): Promise<void> {
  const deadline = performance.now() + 20_000;
  do await expect(events.next(100)).rejects.toThrow("no event came");
  while (events.heartbeats() === 0 && performance.now() < deadline);
  expect(events.heartbeats()).toBeGreaterThan(0);
}

test("a caller with change-request:view gets the current state, and heartbeats", async () => {
  const events = await open();
  expect(events.response.status).toBe(200);
  expect(await events.next()).toMatchObject({
    event: "state",
    data: { id: "cr-1", revision: 1, state: "Pending", attempt: null },
  });
  await untilHeartbeat(events);
  expect(events.retryMs()).toBeGreaterThanOrEqual(500);
  expect(events.retryMs()).toBeLessThanOrEqual(1_500);
  events.close();
});

test("an id of any script is found", async () => {
  const id = "Ä/\u{1F600} $x?#%";
  await store.create(aChangeRequest({ id }), undefined);
  const events = await open(id);
  expect(await events.next()).toMatchObject({ data: { id } });
  events.close();
});

test("a caller with the last event id does not get the event again", async () => {
  const events = await open();
  const first = await events.next();
  events.close();
  const again = await open("cr-1", undefined, { "last-event-id": first?.id ?? "" });
  await untilHeartbeat(again);
  again.close();
  const garbled = await open("cr-1", undefined, { "last-event-id": "nonsense" });
  expect(await garbled.next()).toEqual(first);
  garbled.close();
});

test.each<[string, () => Promise<string | undefined>]>([
  ["no token", async () => undefined],
  ["a malformed token", async () => "nonsense"],
  ["an expired token", () => issuer.userToken({ expiresIn: -60 })],
  ["a token that has just expired", () => issuer.userToken({ expiresIn: -1 })],
  ["a token for another audience", () => issuer.userToken({ audience: "other" })],
  ["a service's token", () => issuer.serviceToken({ subject: "service:boundary-evaluator" })],
])("%s is answered 401 in JSON, whether or not there is such a request", async (_, token) => {
  for (const id of ["cr-1", "unknown"]) {
    const { response } = await open(id, (await token()) ?? "");
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({
      status: 401,
      code: "UNAUTHENTICATED",
      requestId: expect.any(String),
    });
  }
});

test.each<[string, number, string, string, () => Promise<string>]>([
  ["a missing permission", 403, "FORBIDDEN", "change-request:view", () => issuer.userToken({ permissions: [] })],
  ["an unknown id", 404, "NOT_FOUND", 'there is no change request \\"unknown\\"', viewer],
])("%s is answered %i in JSON", async (_, status, code, words, token) => {
  const { response } = await open("unknown", await token());
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code });
  expect(text).toContain(words);
});

test("a query parameter is refused by its name, without its value, with a hint where a token belongs", async () => {
  const response = await fetch(`${urlOf("cr-1")}?access_token=secret`, {
    headers: { authorization: await viewer() },
  });
  const text = await response.text();
  expect(response.status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: "BAD_USER_INPUT", errors: [{ field: "access_token" }] });
  expect(text).toContain("authorization");
  expect(text).not.toContain("secret");
});

test("the streams of a caller and of all callers are limited, and their places are freed", async () => {
  const ada = await viewer("ada");
  const streams = [await open("cr-1", ada), await open("cr-1", ada)];
  const more = await open("cr-1", ada);
  expect([more.response.status, more.response.headers.get("retry-after")]).toEqual([429, "10"]);
  expect(await more.response.json()).toMatchObject({ code: "RATE_LIMITED" });
  streams.push(await open("cr-1", await viewer("grace")));
  expect((await open("cr-1", await viewer("linus"))).response.status).toBe(503);
  for (const stream of streams) stream.close();
  await untilNobodyWatches();
  const again = await open("cr-1", ada);
  expect(again.response.status).toBe(200);
  again.close();
  await untilNobodyWatches();
});

test("refused callers and HEAD requests take no place", async () => {
  for (let n = 0; n < 5; n += 1) {
    expect((await open("unknown")).response.status).toBe(404);
    const head = await fetch(urlOf("cr-1"), { method: "HEAD", headers: { authorization: await viewer() } });
    expect(head.status).toBe(200);
  }
  await untilNobodyWatches();
  expect((await open()).response.status).toBe(200);
});

test("while the database is away the error is in JSON, without its address", async () => {
  const away = new MongoServerSelectionError("connect ECONNREFUSED 10.1.2.3:27017", Object.create(null));
  store = { ...store, shownStates: () => Promise.reject(away) };
  const { response } = await open();
  expect(response.status).toBe(503);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: "UPSTREAM_UNAVAILABLE" });
  expect(text).not.toContain("10.1.2.3");
});

test("a page of an allowed origin may call and read, another may not", async () => {
  const openFrom = async (origin: string) => (await open("cr-1", undefined, { origin })).response;
  const listed = await openFrom("https://desk.example");
  expect(listed.headers.get("access-control-allow-origin")).toBe("https://desk.example");
  expect((await openFrom("https://other.example")).headers.has("access-control-allow-origin")).toBe(false);
});
