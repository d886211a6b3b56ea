import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { healthy, simulateInventory } from "../../test/inventory-simulator.ts";
import { createHttpInventory, type HttpInventoryOptions } from "./http-inventory.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(answer: Parameters<typeof simulateInventory>[0], options: Partial<HttpInventoryOptions> = {}) {
  const simulator = await simulateInventory(answer);
  stops.push(simulator.stop);
  const waits: { reason: string; ms: number }[] = [];
  const inventory = createHttpInventory({
    url: simulator.url,
    id: "scanner",
    secret: "correct horse",
    signal: new AbortController().signal,
    onWait: (reason, ms) => waits.push({ reason, ms }),
    firstWaitMs: 1,
    random: () => 0.5,
    ...options,
  });
  return { inventory, requests: simulator.requests, waits, url: simulator.url };
}

const run = { discoveryId: "run-1", scope: { accountIds: ["a"], regions: ["r"], types: ["t"] } };
const items = '[{"id":"i-1"}]';
const good = { ok: true, answer: { accepted: 1, unchanged: 0, rejected: [] } };

test("an upload is packed, says run and scope, and shows who sends it", async () => {
  const { inventory, requests } = await start(healthy);
  expect(await inventory.upload(run, items)).toEqual(good);
  expect(requests).toEqual([
    {
      path: "/inventory/items",
      authorization: `Basic ${Buffer.from("scanner:correct horse").toString("base64")}`,
      body: { ...run, items: [{ id: "i-1" }] },
    },
  ]);
});

test("a clean-up sends force only on request", async () => {
  const { inventory, requests } = await start(healthy);
  expect(await inventory.cleanUp(run, false)).toEqual({ ok: true, answer: { removed: 0, kept: 1 } });
  await inventory.cleanUp(run, true);
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ["/inventory/items/cleanup", run],
    ["/inventory/items/cleanup", { ...run, force: true }],
  ]);
});

test("a busy inventory is asked again when it said, not before", async () => {
  const busy = { status: 429, headers: { "retry-after": "1" } };
  const { inventory, waits } = await start((request, count) => (count === 1 ? busy : healthy(request)));
  const beganAt = performance.now();
  expect(await inventory.upload(run, items)).toEqual(good);
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(990);
  expect(waits).toEqual([{ reason: "the inventory is busy", ms: 1_000 }]);
});

test("while it is busy no other call is sent, and the wait is reported once", async () => {
  const busy = { status: 429, headers: { "retry-after": "1" } };
  const times: number[] = [];
  const both = Promise.withResolvers<void>();
  const { inventory, waits } = await start(async (request, count) => {
    times.push(performance.now());
    if (count > 2) return healthy(request);
    // Refuses the first request only after the second request has arrived.
    if (count === 2) both.resolve();
    await both.promise;
    return busy;
  });
  const together = [inventory.upload(run, items), inventory.upload(run, items)];
  await both.promise;
  await pause(100);
  expect(await inventory.upload(run, items)).toEqual(good);
  expect(await Promise.all(together)).toEqual([good, good]);
  const [, second = 0, ...later] = times;
  expect(later).toHaveLength(3);
  expect(Math.min(...later) - second).toBeGreaterThanOrEqual(900);
  expect(waits).toEqual([{ reason: "the inventory is busy", ms: 1_000 }]);
});

test("a date says when as well", async () => {
  const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_000);
  const busy = { status: 503, headers: { "retry-after": at.toUTCString() } };
  const { inventory } = await start((request, count) => (count === 1 ? busy : healthy(request)));
  expect(await inventory.upload(run, items)).toEqual(good);
  expect(Date.now()).toBeGreaterThanOrEqual(at.getTime());
});

test("errors of the server and broken connections are retried, each wait twice as long", async () => {
  const { inventory, waits } = await start((request, count) =>
    count === 1 ? { status: 500 } : count === 2 ? undefined : count === 3 ? { status: 408 } : healthy(request),
  );
  expect(await inventory.upload(run, items)).toEqual(good);
  expect(waits.map(({ ms }) => ms)).toEqual([1, 2, 4]);
  expect(waits[1]?.reason).toContain("the connection broke");
});

test("it gives up in the end, with the reason, the attempts and the time", async () => {
  const { inventory, requests } = await start(() => ({ status: 503 }), { patienceMs: 3_000 });
  expect(await inventory.upload(run, items)).toEqual({
    ok: false,
    failure: {
      kind: "gave-up",
      message: expect.stringMatching(/^the inventory answers 503 after \d+ attempts in \d+ s$/),
    },
  });
  expect(requests.length).toBeGreaterThan(3);
});

test("a wait beyond the time limit is not begun", async () => {
  const { inventory, requests } = await start(() => ({ status: 429, headers: { "retry-after": "86400" } }));
  expect(await inventory.upload(run, items)).toEqual({
    ok: false,
    failure: { kind: "gave-up", message: expect.stringContaining("asks to wait 86400 s") },
  });
  expect(requests).toHaveLength(1);
});

test("a call without an answer ends at the deadline", async () => {
  const { inventory } = await start(() => "silence", { deadlineMs: 50, patienceMs: 60 });
  expect(await inventory.upload(run, items)).toEqual({
    ok: false,
    failure: { kind: "gave-up", message: expect.stringContaining("did not answer within 0.05 s") },
  });
});

test.each([
  [
    {
      status: 400,
      body: {
        detail: "the input is wrong",
        errors: [{ field: "scope.types", message: "is no list" }],
        requestId: "r-7",
      },
    },
    { status: 400, message: "scope.types is no list (request r-7)" },
  ],
  [
    { status: 401, body: { detail: "these credentials are not known" } },
    { status: 401, message: "these credentials are not known" },
  ],
  [
    { status: 409, body: { detail: "this would remove too much", wouldRemove: 500, wouldKeep: 20 } },
    { status: 409, message: "this would remove too much", wouldRemove: 500, wouldKeep: 20 },
  ],
  [
    { status: 413, body: "<html>" },
    { status: 413, message: expect.stringContaining("allow 16 MiB") },
  ],
  [
    { status: 302, headers: { location: "https://login.example.com" } },
    { status: 302, message: expect.stringContaining("redirects") },
  ],
  [
    { status: 200, body: { hello: "world" } },
    { status: 200, message: expect.stringContaining("is not an inventory") },
  ],
])("a refusal ends it at once, with its reason: %j", async (answer, failure) => {
  const { inventory, requests } = await start(() => answer);
  expect(await inventory.upload(run, items)).toEqual({
    ok: false,
    failure: { kind: "refused", wouldRemove: undefined, wouldKeep: undefined, ...failure },
  });
  expect(requests).toHaveLength(1);
});

test("an interruption ends a call and a wait at once", async () => {
  for (const answer of ["silence", { status: 429, headers: { "retry-after": "60" } }] as const) {
    const interruption = new AbortController();
    const { inventory } = await start(
      () => {
        setTimeout(() => interruption.abort(), 20);
        return answer;
      },
      { signal: interruption.signal },
    );
    expect(await inventory.upload(run, items)).toEqual({ ok: false, failure: { kind: "interrupted" } });
  }
});

test("an address without a listener is named, and the secret never is", async () => {
  const { inventory, url } = await start(healthy, { patienceMs: 0 });
  await stops.pop()?.();
  const sent = await inventory.upload(run, items);
  expect(sent).toMatchObject({
    failure: { kind: "gave-up", message: expect.stringContaining(`${url} can't be reached`) },
  });
  expect(JSON.stringify(sent)).not.toContain("correct horse");
});
