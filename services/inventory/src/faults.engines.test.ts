import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { resolveAddressesPath } from "@network-access/service-contracts/address-resolution";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/**
 * In these tests, OpenSearch or Redis is unavailable, OpenSearch loses its indexes, or two processes write the same
 * items concurrently.
 */

const nowhere = "http://127.0.0.1:1";
const search = process.env.TEST_OPENSEARCH_URL ?? "";
const keyOf = (id: string) => ({ accountId: "acc", region: "eu", type: "vm", id });
const input = { id: "g", name: "G", filter: { tags: [{ key: "in", value: "g" }] } };
const saveGroup =
  "mutation ($input: GroupInput!) { saveGroup(input: $input) { memberCount membersUpdatedAt addresses { items } } }";
const readGroup = '{ group(id: "g") { memberCount membersUpdatedAt addresses { items } } }';
/**
 * Saves a group, waits until the group has `wanted` members, and returns the group. The mutation itself waits at most
 * five seconds for the members.
 */
async function saveUntil(
  inventory: RunningInventory,
  group: { id: string; name: string; filter: object },
  wanted: number,
) {
  await inventory.graphql(saveGroup, { input: group });
  const read = readGroup.replace('"g"', JSON.stringify(group.id));
  return eventually(
    async () => (await inventory.graphql(read)).body.data.group,
    ({ memberCount }) => memberCount === wanted,
  );
}

let issuer: TestIssuer;
let running: RunningInventory[] = [];
const names = new Set<string>();
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterEach(async () => {
  for (const inventory of running) await inventory.stop();
  await Promise.all([...names].map(removeInventory));
  running = [];
  names.clear();
});
afterAll(() => issuer.stop());

async function start(settings: Readonly<Record<string, string>> = {}): Promise<RunningInventory> {
  const inventory = await startInventory(issuer, settings);
  running.push(inventory);
  names.add(inventory.name);
  return inventory;
}
async function end(inventory: RunningInventory): Promise<void> {
  await inventory.stop();
  running = running.filter((one) => one !== inventory);
}
const sameEngines = (name: string) => ({ MONGO_DATABASE: name, REDIS_PREFIX: name, INDEX_PREFIX: name });
const itemsOf = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...keyOf(`i-${n}`), ips: [`10.0.0.${n}`], tags: { in: "g" }, ...more }));

test("items, uploads and addresses work while the index is unavailable, and uploaded items are found afterwards", async () => {
  const without = await start({ OPENSEARCH_URL: nowhere });
  const cloud = await without.connector("cloud");
  expect((await without.upload(cloud, { discoveryId: "d", items: itemsOf(3) })).body.accepted).toBe(3);
  expect((await without.send("GET", "/readyz")).status).toBe(200);
  const read = '{ inventoryItem(accountId: "acc", region: "eu", type: "vm", id: "i-1") { ips } }';
  expect((await without.graphql(read)).body.data.inventoryItem.ips).toEqual(["10.0.0.1"]);
  const token = await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "inventory" });
  const asked = { groupIds: ["g"], itemKeys: [keyOf("i-1")] };
  const { body } = await without.send("POST", resolveAddressesPath, asked, { authorization: `Bearer ${token}` });
  expect(body).toMatchObject({
    groups: [{ outcome: "unknown" }],
    items: [{ outcome: "resolved", addresses: ["10.0.0.1/32"] }],
  });
  const refused = await without.graphql(saveGroup, { input });
  expect(refused.body.errors[0].extensions.code).toBe("UPSTREAM_UNAVAILABLE");
  expect((await without.graphql(readGroup)).body.data.group).toBeNull();

  await end(without);
  const within = await start(sameEngines(without.name));
  expect(await saveUntil(within, input, 3)).toMatchObject({ addresses: { items: ["10.0.0.0/31", "10.0.0.2/32"] } });
});

test("a lost index is filled again, and no group loses a member", async () => {
  const inventory = await start();
  const cloud = await inventory.connector("cloud");
  await inventory.upload(cloud, { discoveryId: "d", items: itemsOf(4) });
  await saveUntil(inventory, input, 4);
  for (const index of ["items-1", "groups-1"])
    await fetch(`${search}/${inventory.name}-${index}`, { method: "DELETE" });
  await inventory.upload(cloud, {
    discoveryId: "d",
    items: [
      { ...keyOf("new"), ips: ["10.0.0.4"], tags: { in: "g" } },
      { ...keyOf("i-0"), tags: {} },
    ],
  });
  const group = await eventually(
    async () => (await inventory.graphql(readGroup)).body.data.group,
    (found) => found.addresses.items.join() === "10.0.0.1/32,10.0.0.2/31,10.0.0.4/32",
  );
  expect(group.memberCount).toBe(4);
  const other = { id: "h", name: "H", filter: { cidrs: ["10.0.0.0/30"] } };
  await saveUntil(inventory, other, 3);
});

test("a group saved while the queue is unavailable is not ready, and is filled afterwards", async () => {
  const queue = await createEngineDoor(process.env.TEST_REDIS_URL ?? "");
  try {
    const inventory = await start({ REDIS_URL: queue.url });
    const cloud = await inventory.connector("cloud");
    await inventory.upload(cloud, { discoveryId: "d", items: itemsOf(2) });
    await queue.shut();
    const { saveGroup: saved } = (await inventory.graphql(saveGroup, { input })).body.data;
    expect(saved).toEqual({ memberCount: 0, membersUpdatedAt: null, addresses: { items: [] } });
    const token = await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "inventory" });
    const asked = { groupIds: ["g"], itemKeys: [] };
    const { body } = await inventory.send("POST", resolveAddressesPath, asked, { authorization: `Bearer ${token}` });
    expect(body.groups).toEqual([{ groupId: "g", outcome: "not-ready" }]);
    expect((await inventory.send("GET", "/readyz")).status).toBe(200);

    await queue.open();
    const group = await eventually(
      async () => (await inventory.graphql(readGroup)).body.data.group,
      (found) => found.membersUpdatedAt !== null,
    );
    expect(group).toMatchObject({ memberCount: 2, addresses: { items: ["10.0.0.0/31"] } });
    await end(inventory);
  } finally {
    await queue.shut();
  }
});

test("concurrent uploads of the same items to two processes end in one state", async () => {
  const one = await start();
  const two = await start(sameEngines(one.name));
  const cloud = await one.connector("cloud");
  await one.graphql(saveGroup, { input });
  const uploads = Array.from({ length: 12 }, (_, n) =>
    (n % 2 === 0 ? one : two).upload(cloud, {
      discoveryId: "d",
      items: itemsOf(30, { name: `name ${n}`, tags: { in: n % 3 === 0 ? "g" : "h" } }),
    }),
  );
  for (const { status, body } of await Promise.all(uploads)) {
    expect(status).toBe(200);
    expect(body.accepted + body.unchanged + body.rejected.length).toBe(30);
  }
  await one.upload(cloud, { discoveryId: "d", items: itemsOf(7) });
  await two.upload(cloud, { discoveryId: "d", items: itemsOf(30, { tags: {} }).slice(7) });
  const group = await eventually(
    async () => (await two.graphql(readGroup)).body.data.group,
    (found) => found.memberCount === 7,
  );
  expect(group.addresses.items).toEqual(["10.0.0.0/30", "10.0.0.4/31", "10.0.0.6/32"]);
});
