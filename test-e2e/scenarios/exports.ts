import { readFileSync } from "node:fs";
import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { integrations } from "../clients/integrations.ts";
import { blockOfPage, createPageReceiver, type PageReceiver } from "../clients/page-receiver.ts";
import { boundary, stack } from "./exports-stack.ts";

/** All receivers run the code of docs/integrations.md unchanged. */

let client: ReturnType<typeof changeRequests>;
let exports: ReturnType<typeof integrations>;
const receivers: PageReceiver[] = [];

const request = (id: string, port = 443) => ({
  id,
  name: `Request ${id}`,
  projectId: "payments",
  rules: [tcpRule("10.1.2.0/24", "10.9.1.0/24", port)],
});

beforeAll(async () => {
  client = changeRequests(stack.graph());
  exports = integrations(stack.graph());
  await client.saveBoundary(
    boundary("ssh", { action: "Fail", services: [{ type: "TCP", portStart: 22, portEnd: 22 }] }),
  );
});
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));

/** Creates an integration, and starts its receiver with the integration's secret. */
async function aReceiver(id: string) {
  const receiver = await createPageReceiver();
  receivers.push(receiver);
  const { secret } = await exports.save({ id, name: id, url: receiver.url });
  if (secret === null) throw new Error(`${id} was there already`);
  await receiver.start(secret);
  const sent = (about: string) =>
    receiver.events
      .filter(({ data }) => data.changeRequestId === about)
      .map(({ data: { revision, result } }) => `${revision} ${result.boundaryId} ${result.state} ${result.isMatch}`);
  return { receiver, secret, sent };
}

test("a receiver written from the page sees each result of saved requests and each change, and never a draft", async () => {
  const { receiver, sent } = await aReceiver("everything");
  await client.draft(request("draft-before"));
  await client.save(request("saved"));
  await eventually(
    async () => sent("saved"),
    (lines) => lines.length === 1,
  );
  expect(sent("saved")).toEqual(["1 web Pass true"]);
  // Evaluates a draft of a new change request and a draft of a stored one. Then the test saves a request and waits for
  // its results. If the service exported drafts, the results of the drafts would arrive before the results of the saved
  // request.
  expect(await client.draft(request("draft", 22))).toMatchObject({ state: "Fail" });
  expect(await client.draft(request("saved", 22))).toMatchObject({ state: "Fail" });
  await client.save(request("saved", 22));
  await eventually(
    async () => sent("saved"),
    (lines) => lines.length === 3,
  );
  expect(sent("saved").slice(1).sort()).toEqual(["2 ssh Fail true", "2 web null false"]);
  await client.save(request("control"));
  await eventually(
    async () => sent("control"),
    (lines) => lines.length === 1,
  );
  expect(new Set(receiver.events.map(({ data }) => data.changeRequestId))).toEqual(new Set(["saved", "control"]));
  const deliveries = await eventually(
    () => exports.deliveries("everything"),
    (all) => all.every(({ state }) => state === "Delivered"),
  );
  expect(deliveries.map(({ id }) => id).sort()).toEqual(receiver.events.map(({ id }) => id).sort());
  await exports.remove("everything");
});

test("after a boundary is edited, the result of a stored request arrives again, with the next attempt", async () => {
  const { receiver, sent } = await aReceiver("standing");
  await client.saveBoundary(boundary("mail", { services: [{ type: "TCP", portStart: 25, portEnd: 25 }] }));
  await client.save(request("standing", 25));
  await eventually(
    async () => sent("standing"),
    (lines) => lines.includes("1 mail Pass true"),
  );
  await client.saveBoundary(boundary("mail", { services: [{ type: "TCP", portStart: 26, portEnd: 26 }] }));
  await eventually(
    async () => sent("standing"),
    (lines) => lines.includes("1 mail null false"),
  );
  const [first, second] = receiver.events.filter(({ data }) => data.result.boundaryId === "mail");
  expect(second?.data.attempt).toBeGreaterThan(first?.data.attempt ?? 0);
  expect(second?.id).not.toBe(first?.id);
  await exports.remove("standing");
});

test("an event equals the one in the guide, except for its id and its time", async () => {
  const { receiver } = await aReceiver("looks");
  await client.save(request("looks"));
  // Events of earlier change requests may arrive, too.
  const [event] = await eventually(
    async () => receiver.events.filter(({ data }) => data.changeRequestId === "looks"),
    ({ length }) => length === 1,
  );
  const anyway = { id: expect.any(String), time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) };
  expect(event).toEqual({ ...JSON.parse(blockOfPage("json")), ...anyway });
  expect(event?.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  await exports.remove("looks");
});

test("while a receiver is down its events are retried under the same ids, then parked, and arrive after a manual retry", async () => {
  const { receiver, secret, sent } = await aReceiver("down");
  await receiver.end();
  await client.save(request("while-down"));
  const parked = await eventually(
    () => exports.deliveries("down", "Parked"),
    (all) => all.length === 1,
  );
  expect(parked).toMatchObject([
    {
      changeRequestId: "while-down",
      revision: 1,
      boundaryId: "web",
      attempts: 4,
      lastError: "it refused the connection (ECONNREFUSED)",
      nextAttemptAt: null,
      deliveredAt: null,
    },
  ]);
  await receiver.start(secret);
  const id = parked[0]?.id ?? "";
  expect(await exports.retry(id)).toMatchObject({ id, state: "Waiting", attempts: 4 });
  await eventually(
    async () => sent("while-down"),
    (lines) => lines.length === 1,
  );
  expect(receiver.events.map((event) => event.id)).toEqual([id]);
  await eventually(
    () => exports.deliveries("down", "Delivered"),
    (all) => all.some(({ deliveredAt, attempts }) => deliveredAt !== null && attempts === 5),
  );
  await exports.remove("down");
});

test("with the wrong secret no event is accepted", async () => {
  const { receiver, secret, sent } = await aReceiver("forged");
  await receiver.end();
  await receiver.start(`whsec_${Buffer.alloc(32, 1).toString("base64")}`);
  await client.save(request("forged"));
  // Waits until the delivery has the state Parked, because a retry has no effect on a delivery that is still being
  // sent.
  const [parked] = await eventually(
    () => exports.deliveries("forged", "Parked"),
    (all) => all.length === 1,
  );
  expect(parked).toMatchObject({ attempts: 4, lastError: "it answered 401" });
  expect(sent("forged")).toEqual([]);
  await receiver.end();
  await receiver.start(secret);
  await exports.retry(parked?.id ?? "");
  await eventually(
    async () => sent("forged"),
    (lines) => lines.length === 1,
  );
  await exports.remove("forged");
});

test("disabled, an integration's events wait through a crash of the worker; enabled, they arrive", async () => {
  const { receiver, sent } = await aReceiver("waiting");
  const input = { id: "waiting", name: "waiting", url: receiver.url };
  expect(await exports.save({ ...input, enabled: false })).toEqual({ secret: null });
  await client.save(request("waits"));
  await client.judged("waits");
  await eventually(
    () => exports.deliveries("waiting", "Waiting"),
    (all) => all.length === 1,
  );
  const worker = stack.process("boundary-evaluator-worker");
  await worker.kill("SIGKILL");
  await worker.start();
  expect(sent("waits")).toEqual([]);
  await exports.save(input);
  await eventually(
    async () => sent("waits"),
    (lines) => lines.length === 1,
  );
  expect(await exports.deliveries("waiting")).toMatchObject([{ attempts: 1 }]);
  await exports.remove("waiting");
  const { errors } = await stack.graph().ask('{ deliveries(integrationId: "waiting") { items { id } } }');
  expect(errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
});

test("a worker killed again and again while results are judged and sent loses no event", async () => {
  const { receiver, sent } = await aReceiver("killed");
  const worker = stack.process("boundary-evaluator-worker");
  const ids = Array.from({ length: 20 }, (_, n) => `killed-${n}`);
  const saving = (async () => {
    for (const id of ids) await client.save(request(id));
  })();
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await worker.kill("SIGKILL");
    await worker.start();
  }
  await saving;
  await eventually(
    async () => ids.filter((id) => sent(id).length === 0),
    (missing) => missing.length === 0,
    90_000,
  );
  for (const id of ids) expect(sent(id)).toEqual(["1 web Pass true"]);
  // Events of earlier change requests may arrive, too.
  const ofThese = receiver.events.filter(({ data }) => ids.includes(data.changeRequestId));
  expect(new Set(ofThese.map(({ id }) => id)).size).toBe(ids.length);
  await exports.remove("killed");
});

test("the secret is in no log and in no answer but the first", async () => {
  const { secret } = await aReceiver("secret");
  await client.save(request("secret"));
  await eventually(
    () => exports.deliveries("secret", "Delivered"),
    (all) => all.some(({ changeRequestId }) => changeRequestId === "secret"),
  );
  const key = secret.slice("whsec_".length);
  for (const name of ["boundary-evaluator-subgraph", "boundary-evaluator-worker", "gateway"] as const) {
    const log = readFileSync(stack.process(name).log, "utf8");
    expect(log).not.toBe("");
    expect(log).not.toContain(key);
  }
  await exports.remove("secret");
});
