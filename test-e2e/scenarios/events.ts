import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { REQUEST_PROCESSES } from "@network-access/local-stack/process-plans";
import { type EventReader, readEvents } from "@network-access/testkit/event-reader";
import { eventually } from "@network-access/testkit/until";
import { Redis } from "ioredis";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { type PrintedPage, watchAsPrinted } from "../clients/printed-page.ts";
import { origin, stack } from "./own-redis.ts";

let client: ReturnType<typeof changeRequests>;
let token: string;
const streams: EventReader[] = [];
const pages: PrintedPage[] = [];

beforeAll(async () => {
  client = changeRequests(stack.graph());
  token = await stack.token();
  await client.saveBoundary({
    id: "databases",
    name: "Databases",
    action: "Fail",
    sources: [{ type: "Any" }],
    destinations: [{ type: "Cidr", cidr: "10.77.1.0/24" }],
    services: [{ type: "TCP", portStart: 22, portEnd: 22 }],
  });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
  for (const page of pages.splice(0)) page.stop();
});

const request = (id: string, name = id, destination = "10.77.1.0/24") => ({
  id,
  name,
  projectId: "live",
  rules: [tcpRule("10.1.0.0/16", destination, 22)],
});
async function watch(id: string, options: { url?: string; token?: string; lastEventId?: string } = {}) {
  const stream = await readEvents(`${options.url ?? stack.eventsUrl}/change-requests/${id}/events`, {
    token: options.token ?? token,
    headers: options.lastEventId ? { "last-event-id": options.lastEventId } : {},
  });
  streams.push(stream);
  return stream;
}
function page(id: string, shown = token): PrintedPage {
  const started = watchAsPrinted(stack.eventsUrl, id, shown);
  pages.push(started);
  return started;
}

test("a stream shows Pending turn into a verdict, in the form that the graph has for this caller", async () => {
  const limited = await stack.token({ permissions: ["change-request:view"] });
  // Stops the worker, so that the state stays Pending until the streams are open.
  await stack.process("boundary-evaluator-worker").stop();
  await client.save(request("words", "partly forbidden", "10.77.0.0/16"));
  const watched = [
    { events: await watch("words"), reader: client },
    { events: await watch("words", { token: limited }), reader: changeRequests(stack.graph(limited)) },
  ];
  for (const { events } of watched)
    expect(await events.next()).toMatchObject({ event: "state", data: { state: "Pending", stateReason: null } });
  await stack.process("boundary-evaluator-worker").start();
  for (const { events, reader } of watched) {
    const { data } = await events.until((event) => event.data.state !== "Pending");
    const { state, score, stateReason, revision, updatedAt, id } = await reader.judged("words");
    expect(data).toEqual({ id, revision, attempt: 1, state, score, stateReason, updatedAt });
    expect(state).toBe("Review");
  }
  const [seeing, blind] = await Promise.all(watched.map(({ reader }) => reader.judged("words")));
  expect(seeing?.stateReason).toContain("10.77.1.0/24");
  expect(blind?.stateReason).not.toContain("10.77.1.");
});

test("without a token, without the permission and without such a request the answer is JSON and no stream", async () => {
  const url = `${stack.eventsUrl}/change-requests/nobody/events`;
  const asked: [number, string, string | undefined][] = [
    [401, "UNAUTHENTICATED", undefined],
    [401, "UNAUTHENTICATED", await stack.forgedToken()],
    [401, "UNAUTHENTICATED", await stack.serviceToken("boundary-evaluator", "change-request")],
    [403, "FORBIDDEN", await stack.token({ permissions: ["boundary:view"] })],
    [404, "NOT_FOUND", token],
  ];
  for (const [status, code, shown] of asked) {
    const { response } = await readEvents(url, shown ? { token: shown } : {});
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(await response.json()).toMatchObject({ code });
  }
});

test("a page of a listed origin may ask with a token and the last event's id", async () => {
  const url = `${stack.eventsUrl}/change-requests/words/events`;
  const preflight = await fetch(url, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization,last-event-id",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
  expect(preflight.headers.get("access-control-allow-headers")).toMatch(/authorization.*last-event-id/);
  const events = await readEvents(url, { token, headers: { origin } });
  streams.push(events);
  expect(events.response.headers.get("access-control-allow-origin")).toBe(origin);
});

test("the guide's page continues after every process stops or is killed, and repeats no state", async () => {
  await client.save(request("restarts"));
  const watching = page("restarts");
  await watching.until(({ revision, state }) => revision === 1 && state === "Fail");
  const endings = await Promise.all(REQUEST_PROCESSES.map((name) => stack.process(name).kill("SIGTERM")));
  expect(endings).toEqual(REQUEST_PROCESSES.map(() => "code 0"));
  await Promise.all(REQUEST_PROCESSES.map((name) => stack.process(name).start()));
  await client.save(request("restarts", "second"));
  await watching.until(({ revision, state }) => revision === 2 && state === "Fail");

  await stack.process("change-request").kill("SIGKILL");
  await stack.process("change-request").start();
  await client.save(request("restarts", "third"));
  await watching.until(({ revision, state }) => revision === 3 && state === "Fail");
  const seen = watching.states.map((state) => JSON.stringify(state));
  expect(new Set(seen).size).toBe(seen.length);
  expect(watching.states.map(({ revision }) => revision)).toEqual(
    watching.states.map(({ revision }) => revision).toSorted((a, b) => a - b),
  );
});

test("the guide's page ends when the request is deleted, and reports a refusal", async () => {
  await client.save(request("gone"));
  const watching = page("gone");
  await watching.until(({ state }) => state === "Fail");
  await client.remove("gone");
  expect(await watching.ended).toBe("ended");
  expect(await page("gone").ended).toBe('there is no change request "gone"');
});

test("a token that expires ends its stream with the reason, and the guide's page continues with a new one", async () => {
  await client.save(request("brief"));
  await client.judged("brief");
  const brief = await stack.token({ expiresInSeconds: 20 });
  const watching = page("brief", brief);
  const raw = await watch("brief", { token: brief });
  await watching.until(({ state }) => state === "Fail");
  // Sets the new token before the test waits for the end of `raw`, its own stream. The page may reconnect before `raw`
  // ends, and then needs the new token.
  watching.setToken(token);
  const last = (await raw.rest()).at(-1);
  expect(last).toMatchObject({ event: "end", data: { reason: "token-expired" } });
  expect((await watch("brief", { token: brief })).response.status).toBe(401);
  await client.save(request("brief", "second"));
  await watching.until(({ revision, state }) => revision === 2 && state === "Fail");
});

test("each of two replicas publishes what the other one wrote", async () => {
  const second = await stack.replica("change-request");
  const ids = Array.from({ length: 10 }, (_, n) => `replicas-${n}`);
  for (const id of ids) await client.save(request(id));
  const watched = await Promise.all(ids.flatMap((id) => [watch(id), watch(id, { url: second })]));
  // All saves are sent to the first replica. Either replica may apply the verdicts.
  for (const id of ids) await client.save(request(id, "again"));
  for (const stream of watched) await stream.until(({ data }) => data.revision === 2 && data.state === "Fail");
});

test("with every message between replicas lost a stream is current within seconds", async () => {
  await client.save(request("lost"));
  await client.judged("lost");
  const events = await watch("lost");
  const redis = new Redis(stack.redisUrl);
  try {
    // Jobs continue, but publishing and subscribing are forbidden.
    await redis.call("ACL", "SETUSER", "default", "resetchannels");
    await client.save(request("lost", "second"));
    await client.judged("lost");
    await events.until(({ data }) => data.revision === 2 && data.state === "Fail");
    await client.remove("lost");
    expect((await events.rest()).at(-1)).toMatchObject({ event: "deleted" });
  } finally {
    await redis.call("ACL", "SETUSER", "default", "allchannels");
    redis.disconnect();
  }
});

test("with Redis emptied, then away and back, an open stream becomes current and the next change is published at once", async () => {
  await client.save(request("redis"));
  const events = await watch("redis");
  await events.until(({ data }) => data.state === "Fail");
  const redis = new Redis(stack.redisUrl);
  await stack.process("boundary-evaluator-worker").stop();
  await client.save(request("redis", "second"));
  await redis.flushall();
  redis.disconnect();
  await stack.process("boundary-evaluator-worker").start();
  await events.until(({ data }) => data.revision === 2 && data.state === "Fail");

  await stack.engine("redis").stop();
  await client.save(request("redis", "third"));
  await events.until(({ data }) => data.revision === 3 && data.state === "Pending");
  await stack.engine("redis").start();
  await events.until(({ data }) => data.revision === 3 && data.state === "Fail");
});

test("a thousand streams on one process receive a hundred changes, and cost little when idle", async () => {
  const url = await stack.replica("change-request");
  const figure = async (name: string) =>
    Number(
      new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, "m").exec(await (await fetch(`${url}/metrics`)).text())?.[1],
    );
  const ids = Array.from({ length: 100 }, (_, n) => `many-${n}`);
  await client.saveAll(ids.map((id) => request(id)));
  for (const id of ids) await client.judged(id);
  const before = await figure("process_resident_memory_bytes");
  const watched: Awaited<ReturnType<typeof watch>>[] = [];
  // Opens only ten streams at a time, because a process admits 512 concurrent requests, and a stream counts as a
  // request while it is being opened.
  for (const id of ids) watched.push(...(await Promise.all(Array.from({ length: 10 }, () => watch(id, { url })))));
  expect(watched.map(({ response }) => response.status)).toEqual(watched.map(() => 200));
  expect(await figure("http_streams_open")).toBe(1_000);
  const [cpuBefore, began] = [await figure("process_cpu_seconds_total"), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const cpuSeconds = (await figure("process_cpu_seconds_total")) - cpuBefore;
  expect(cpuSeconds / ((performance.now() - began) / 1_000)).toBeLessThan(0.5);
  await client.saveAll(ids.map((id) => request(id, "again")));
  for (const stream of watched) await stream.until(({ data }) => data.revision === 2 && data.state === "Fail");
  expect((await figure("process_resident_memory_bytes")) - before).toBeLessThan(150 * 1_024 * 1_024);
  for (const stream of watched) stream.close();
  await eventually(
    () => figure("http_streams_open"),
    (open) => open === 0,
  );
});
