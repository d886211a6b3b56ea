import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { Redis } from "ioredis";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { stack } from "./own-redis.ts";

let graph: GraphClient;
let client: ReturnType<typeof changeRequests>;
let discovery: Awaited<ReturnType<ReturnType<typeof inventory>["connector"]>>;
let run = 0;

beforeAll(async () => {
  graph = stack.graph();
  client = changeRequests(graph);
  discovery = await inventory(stack, graph).connector("discovery");
});

const host = (id: string) => ({ accountId: "acc-1", region: "eu", type: "vm", id });
const upload = async (id: string, ips: readonly string[], tags: object = {}) => {
  run += 1;
  const answer = await discovery.upload(`run-${run}`, [{ ...host(id), ips, tags }]);
  expect(answer).toMatchObject({ accepted: 1, rejected: [] });
};
const saveGroup = (id: string) =>
  inventory(stack, graph).saveGroup({ id, name: id, filter: { tags: [{ key: "role", value: id }] } });
const deleteGroup = (id: string) => graph.get(`mutation ($id: String!) { deleteGroup(id: $id, force: true) }`, { id });
const saveBoundary = (id: string, members: object) =>
  client.saveBoundary({
    id,
    name: id,
    action: "Pass",
    destinations: [{ type: "Cidr", cidr: "192.0.2.0/24" }],
    services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
    ...members,
  });
const save = async (id: string, source: string | object, members: object = {}) => {
  const rule = tcpRule(typeof source === "string" ? source : "0.0.0.0/0", "192.0.2.0/24", 443);
  const rules = [typeof source === "string" ? rule : { ...rule, sources: [source] }];
  await client.save({ id, name: id, projectId: "shop", rules, ...members });
  return client.judged(id);
};
const untilState = (id: string, state: string) =>
  eventually(
    () => client.read(id),
    (request) => request?.state === state,
  );
const evaluatedAt = async (id: string) => (await client.evaluation(id, 1))?.evaluatedAt;

test("from an uploaded address over its group and the boundary that names it to another verdict, with its reason", async () => {
  await upload("pay-1", ["10.1.3.4"], { role: "payments" });
  await saveGroup("payments");
  await saveBoundary("payments-out", { sources: [{ type: "ConnectGroup", groupId: "payments" }] });
  expect(await save("meets", "10.1.2.0/30")).toMatchObject({ state: "Review" });
  expect(await save("stays", "10.1.3.4/32")).toMatchObject({ state: "Pass" });
  expect(await save("elsewhere", "172.16.0.0/24")).toMatchObject({ state: "Review" });
  const before = [await evaluatedAt("stays"), await evaluatedAt("elsewhere")];

  await upload("pay-2", ["10.1.2.0/30"], { role: "payments" });
  await eventually(
    () => graph.get<{ group: { memberCount: number } }>(`{ group(id: "payments") { memberCount } }`),
    ({ group }) => group.memberCount === 2,
  );
  const flipped = await untilState("meets", "Pass");
  expect(flipped).toMatchObject({ revision: 1 });
  expect(flipped?.stateReason).toMatch(/It was Review until group "payments" gained 10\.1\.2\.0\/30\.$/);
  // For a caller without permission to see boundaries, the reason contains neither the group nor its addresses.
  const blind = changeRequests(stack.graph(await stack.token({ permissions: ["change-request:view"] })));
  const reason = (await blind.read("meets"))?.stateReason;
  expect(reason).toMatch(/It was Review until addresses that boundary "payments-out" names changed\.$/);

  await upload("pay-1", ["10.1.3.5"], { role: "payments" });
  expect((await untilState("stays", "Review"))?.stateReason).toMatch(
    /It was Pass until group "payments" lost 10\.1\.3\.4\/32\.$/,
  );
  // Neither change affects the change request "elsewhere", so it was never re-evaluated.
  expect(await evaluatedAt("elsewhere")).toBe(before[1]);
  expect(await evaluatedAt("stays")).not.toBe(before[0]);
  expect(await client.useCount("payments-out")).toBe(2);
});

test("the verdict follows a named item that moves, whatever names it", async () => {
  await upload("db-1", ["10.20.0.5"]);
  await saveBoundary("from-databases", { sources: [{ type: "Cidr", cidr: "10.20.0.0/24" }] });
  const named = { type: "InventoryItem", itemKey: host("db-1") };
  expect(await save("names-item", named)).toMatchObject({ state: "Pass" });
  await upload("db-1", ["10.20.0.5", "10.99.0.5"]);
  expect((await untilState("names-item", "Review"))?.stateReason).toMatch(
    /It was Pass until item "db-1" gained 10\.99\.0\.5\/32\.$/,
  );
  const blind = changeRequests(stack.graph(await stack.token({ permissions: ["change-request:view"] })));
  expect((await blind.read("names-item"))?.stateReason).toMatch(/until the addresses of item "db-1" changed\.$/);
});

test("a group that is created, and deleted, after a request named it", async () => {
  const named = { type: "ConnectGroup", groupId: "later" };
  expect(await save("early", named)).toMatchObject({ state: "Error" });
  await upload("later-1", ["10.20.0.9"], { role: "later" });
  await saveGroup("later");
  expect((await untilState("early", "Pass"))?.stateReason).toMatch(
    /It was Error until group "later" was created with 10\.20\.0\.9\/32\.$/,
  );
  await deleteGroup("later");
  expect((await untilState("early", "Error"))?.stateReason).toMatch(/It was Pass until group "later" was deleted\.$/);
});

test("an edited, disabled or deleted boundary affects the requests it touches, before or after", async () => {
  const sources = [{ type: "Cidr", cidr: "10.30.0.0/24" }];
  await saveBoundary("edited", { sources });
  expect(await save("touched", "10.30.0.7/32")).toMatchObject({ state: "Pass" });
  expect(await save("untouched", "10.31.0.7/32")).toMatchObject({ state: "Review" });
  const before = await evaluatedAt("untouched");
  await saveBoundary("edited", { sources, action: "Fail" });
  expect((await untilState("touched", "Fail"))?.stateReason).toMatch(
    /It was Pass until boundary "edited" was changed\.$/,
  );
  await saveBoundary("edited", { sources, enforced: false });
  expect((await untilState("touched", "Review"))?.stateReason).toMatch(
    /It was Fail until boundary "edited" stopped applying\.$/,
  );
  await saveBoundary("edited", { sources });
  expect((await untilState("touched", "Pass"))?.stateReason).toMatch(
    /It was Review until boundary "edited" began to apply\.$/,
  );
  await graph.get(`mutation { deleteBoundary(id: "edited") }`);
  expect(await untilState("touched", "Review")).toMatchObject({ revision: 1 });
  expect(await evaluatedAt("untouched")).toBe(before);
});

test("a preview shows what an edit would flip, and the edit flips exactly those, for the same reasons", async () => {
  await upload("told-1", ["10.60.1.9"], { role: "told" });
  await saveGroup("told");
  const sources = [{ type: "Cidr", cidr: "10.60.0.0/16" }];
  await saveBoundary("told-out", { sources });
  await save("told-near", "10.60.1.0/24");
  await save("told-group", { type: "ConnectGroup", groupId: "told" });
  await save("told-far", "10.60.2.0/24");
  await save("told-deleted", "10.60.1.0/24");
  await client.remove("told-deleted");
  const edit = {
    id: "told-no",
    name: "Told no",
    action: "Fail",
    sources: [{ type: "ConnectGroup", groupId: "told" }],
    destinations: [{ type: "Cidr", cidr: "192.0.2.0/24" }],
    services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
  };
  const stored = async () => {
    const all = await Promise.all(["told-near", "told-group", "told-far"].map((id) => client.read(id)));
    return all.map((one) => one && [one.id, one.revision, one.state, one.stateReason]);
  };
  const before = await stored();

  const preview = await client.previewBoundary(edit);
  expect(preview.flips).toMatchObject([
    { changeRequestId: "told-group", revision: 1, from: "Pass", to: "Fail", ruleId: "rule-1" },
    { changeRequestId: "told-near", revision: 1, from: "Pass", to: "Review", ruleId: "rule-1" },
  ]);
  expect(preview.flippedCount).toBe(2);
  expect(preview.unchangedCount).toBeGreaterThan(0);
  expect(await graph.get(`{ boundary(id: "told-no") { id } }`)).toEqual({ boundary: null });
  expect(await stored()).toEqual(before);

  await client.saveBoundary(edit);
  for (const { changeRequestId, to, reason } of preview.flips) {
    const flipped = await untilState(changeRequestId, to);
    // The stored reason is longer than that in the preview, because it also says what caused the re-evaluation.
    expect(flipped?.stateReason?.startsWith(reason)).toBe(true);
  }
  expect(await client.read("told-far")).toMatchObject({ state: "Pass" });

  const back = await client.previewBoundary(edit, true);
  expect(back.flips.map(({ changeRequestId, from, to }) => [changeRequestId, from, to])).toEqual([
    ["told-group", "Fail", "Pass"],
    ["told-near", "Review", "Pass"],
  ]);
  await graph.get(`mutation { deleteBoundary(id: "told-no") }`);
  for (const { changeRequestId, to } of back.flips) await untilState(changeRequestId, to);
  expect(
    (
      await graph.ask(
        `query ($input: BoundaryInput!) { previewBoundary(input: $input, remove: true) { flippedCount } }`,
        { input: edit },
      )
    ).errors,
  ).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
});

test("with Redis emptied in between, the verdict still follows", async () => {
  await upload("gone-1", ["10.40.0.1"], { role: "gone" });
  await saveGroup("gone");
  await saveBoundary("gone-out", { sources: [{ type: "ConnectGroup", groupId: "gone" }] });
  expect(await save("survives", "10.40.0.2/32")).toMatchObject({ state: "Review" });
  // The worker is stopped, so that the jobs are still waiting when Redis loses them.
  await stack.process("boundary-evaluator-worker").stop();
  await upload("gone-2", ["10.40.0.2"], { role: "gone" });
  await eventually(
    () => graph.get<{ group: { memberCount: number } }>(`{ group(id: "gone") { memberCount } }`),
    ({ group }) => group.memberCount === 2,
  );
  const redis = new Redis(stack.redisUrl);
  await redis.flushall();
  redis.disconnect();
  await stack.process("boundary-evaluator-worker").start();
  await untilState("survives", "Pass");
});

test("a worker killed while it requests re-evaluations misses no request", async () => {
  const ids = Array.from({ length: 120 }, (_, n) => `crowd-${n}`);
  await saveBoundary("crowd", { sources: [{ type: "Cidr", cidr: "10.50.0.0/16" }] });
  for (const id of ids) {
    const rules = [tcpRule("10.50.0.0/24", "192.0.2.0/24", 443)];
    await client.save({ id, name: id, projectId: "crowd", rules });
  }
  for (const id of ids) expect(await client.judged(id)).toMatchObject({ state: "Pass" });
  const worker = stack.process("boundary-evaluator-worker");
  await saveBoundary("crowd", { sources: [{ type: "Cidr", cidr: "10.50.0.0/16" }], action: "Fail" });
  // At most 50 re-evaluations are requested per second. The first ones are therefore done before the last ones are
  // requested.
  await eventually(
    () => Promise.all([client.read("crowd-0"), client.read("crowd-119")]),
    ([first]) => first?.state === "Fail",
  );
  await worker.kill("SIGKILL");
  await worker.start();
  for (const id of ids) await untilState(id, "Fail");
  expect(await client.read("crowd-119")).toMatchObject({ revision: 1 });
});
