import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addressListPath, resolveAddressesPath } from "@network-access/service-contracts/address-resolution";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/** Tests the whole process except its entry point, on real engines. */

let issuer: TestIssuer;
let inventory: RunningInventory;
let cloud: { authorization: string };
let evaluator: { authorization: string };

beforeAll(async () => {
  issuer = await startTestIssuer();
  inventory = await startInventory(issuer);
  cloud = await inventory.connector("cloud");
  const token = await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "inventory" });
  evaluator = { authorization: `Bearer ${token}` };
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await issuer.stop();
});

const keyOf = (id: string) => ({ accountId: "acc-1", region: "eu", type: "vm", id });
const savedFields = `id revision memberCount addressCount membersRevision membersUpdatedAt updatedBy
  filter { tags { key value } cidrs clip } addresses { items pageInfo { nextPageKey } }`;
const saveGroup = `mutation ($input: GroupInput!, $expectedRevision: Int) {
  saveGroup(input: $input, expectedRevision: $expectedRevision) { ${savedFields} } }`;
const readGroup = `query ($id: String!) { group(id: $id) { memberCount addressCount membersRevision addresses { items } } }`;

/**
 * Saves a group, waits until its members are computed, and returns the group. The mutation itself waits at most five
 * seconds for the members.
 */
async function savedAndFilled(input: { id: string; name: string; filter: object }, expectedRevision?: number) {
  const { body } = await inventory.graphql(saveGroup, { input, expectedRevision });
  if (body.data.saveGroup.membersUpdatedAt !== null) return body.data.saveGroup;
  const reading = `query ($id: String!) { group(id: $id) { ${savedFields} } }`;
  return eventually(
    async () => (await inventory.graphql(reading, { id: input.id })).body.data.group,
    ({ membersUpdatedAt }) => membersUpdatedAt !== null,
  );
}

test("a clean-up removes what its run did not see, and its groups follow; a refused one has the counts", async () => {
  const cleaner = await inventory.connector("cleaner");
  const cleaned = (id: string) => ({ accountId: "acc-1", region: "eu", type: "cleaned", id });
  const itemsOf = (...ids: string[]) => ids.map((id, n) => ({ ...cleaned(id), ips: [`10.77.0.${n * 2}`] }));
  const cleanUp = (body: object, who: { authorization: string } = cleaner) =>
    inventory.send("POST", "/inventory/items/cleanup", body, who);
  await inventory.upload(cleaner, { discoveryId: "one", items: itemsOf("a", "b", "c") });
  await inventory.graphql(saveGroup, { input: { id: "cleaned", name: "Cleaned", filter: { types: ["cleaned"] } } });
  const members = () =>
    inventory.graphql(readGroup, { id: "cleaned" }).then(({ body }) => body.data.group.addresses.items);
  await eventually(members, (found) => found.length === 3);
  await inventory.upload(cleaner, { discoveryId: "two", items: itemsOf("a", "b") });
  const refused = await cleanUp({ discoveryId: "one" });
  expect(refused.status).toBe(409);
  expect(refused.headers.get("content-type")).toContain("application/problem+json");
  expect(refused.body).toMatchObject({
    code: "CONFLICT",
    wouldRemove: 0,
    wouldKeep: 3,
    requestId: expect.any(String),
    errors: [],
  });
  expect((await cleanUp({ discoveryId: "two" }, evaluator)).status).toBe(403);
  expect((await cleanUp({ discoveryId: 5 })).body.errors).toMatchObject([{ field: "discoveryId" }]);
  const removed = { discoveryId: "two", removed: 1, kept: 2 };
  for (let time = 0; time < 2; time += 1)
    expect(await cleanUp({ discoveryId: "two" })).toMatchObject({ status: 200, body: removed });
  await eventually(members, (found) => found.join() === "10.77.0.0/32,10.77.0.2/32");
  const found = await inventory.send("POST", "/inventory/item", cleaned("c"), {
    authorization: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}`,
  });
  expect(found.status).toBe(404);
  expect((await inventory.upload(cleaner, { discoveryId: "two", items: itemsOf("a") })).status).toBe(409);
  await inventory.upload(cleaner, { discoveryId: "three", items: itemsOf("a", "b", "c") });
  await eventually(members, (again) => again.length === 3);
});

describe("an upload", () => {
  test("answers item by item and is read back at once", async () => {
    const answer = await inventory.upload(cloud, {
      discoveryId: "first",
      items: [
        { ...keyOf("a"), ips: ["10.9.0.5/32", "2001:DB8::1"], tags: { Env: "prod" }, item: { "a.b": { $c: 1 } } },
        { ...keyOf("b"), ips: ["10.9.0.5/24"] },
        {
          ...keyOf("a"),
          name: "later",
          ips: ["10.9.0.5", "2001:db8::1"],
          tags: { Env: "prod" },
          item: { "a.b": { $c: 1 } },
        },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ discoveryId: "first", accepted: 1, unchanged: 0 });
    expect(answer.body.rejected).toEqual([
      { index: 0, key: keyOf("a"), field: "items[0]", message: expect.stringContaining("items[2]") },
      { index: 1, key: keyOf("b"), field: "items[1].ips[0]", message: expect.stringContaining("did you mean") },
    ]);
    const user = { authorization: await issuer.userToken({ permissions: ["inventory:view"] }) };
    const read = await inventory.send("POST", "/inventory/item", keyOf("a"), user);
    expect(read.body).toMatchObject({ name: "later", ips: ["10.9.0.5", "2001:db8::1"], tags: { Env: "prod" } });
    expect(read.body).toMatchObject({ item: { "a.b": { $c: 1 } }, connectorId: "cloud" });
    const { body } = await inventory.graphql(
      `query ($id: String!) { inventoryItem(accountId: "acc-1", region: "eu", type: "vm", id: $id) { name item tags { key value } groups { id } } }`,
      { id: "a" },
    );
    expect(body.data.inventoryItem).toEqual({
      name: "later",
      item: { "a.b": { $c: 1 } },
      tags: [{ key: "Env", value: "prod" }],
      groups: [],
    });
  });

  test("packed with gzip is accepted, and the same again is unchanged", async () => {
    const upload = { discoveryId: "packed", items: [{ ...keyOf("z"), ips: ["10.8.0.1"] }] };
    const packed = gzipSync(JSON.stringify(upload));
    const headers = { ...cloud, "content-encoding": "gzip", "content-type": "application/json" };
    const answer = await inventory.send("POST", "/inventory/items", packed, headers);
    expect(answer.body).toMatchObject({ accepted: 1, unchanged: 0, rejected: [] });
    expect((await inventory.upload(cloud, upload)).body).toMatchObject({ accepted: 0, unchanged: 1, rejected: [] });
  });
});

describe("a group", () => {
  test("is filled when it is saved and follows the items", async () => {
    const items = [1, 2, 3, 4].map((n) => ({
      ...keyOf(`web-${n}`),
      ips: [`10.1.0.${n}`, "172.16.0.1"],
      tags: { App: "Web" },
    }));
    await inventory.upload(cloud, { discoveryId: "web", items });
    const input = {
      id: "web",
      name: "Web",
      filter: { tags: [{ key: "app", value: "web" }], cidrs: ["10.1.0.0/24"], clip: true },
    };
    const saved = await savedAndFilled(input);
    expect(saved).toMatchObject({ revision: 1, memberCount: 4, membersRevision: 1, updatedBy: "ada@example.com" });
    expect(saved.addresses.items).toEqual(["10.1.0.1/32", "10.1.0.2/31", "10.1.0.4/32"]);
    expect(saved.membersUpdatedAt).not.toBeNull();

    await inventory.upload(cloud, {
      discoveryId: "web",
      items: [
        { ...items[0], ips: ["10.1.0.0"] },
        { ...items[3], tags: {} },
      ],
    });
    const after = await eventually(
      async () => (await inventory.graphql(readGroup, { id: "web" })).body.data.group,
      (group) => group.memberCount === 3,
    );
    expect(after).toMatchObject({ memberCount: 3, addresses: { items: ["10.1.0.0/32", "10.1.0.2/31"] } });
    const { body } = await inventory.graphql(
      `{ inventoryItem(accountId: "acc-1", region: "eu", type: "vm", id: "web-1") { groups { id } } }`,
    );
    expect(body.data.inventoryItem.groups).toEqual([{ id: "web" }]);
  });

  test("keeps the revision of its members when the addresses stay the same", async () => {
    await inventory.upload(cloud, {
      discoveryId: "same",
      items: [{ ...keyOf("s1"), ips: ["10.2.0.1"], tags: { g: "same" } }],
    });
    const input = { id: "same", name: "Same", filter: { tags: [{ key: "g" }] } };
    await savedAndFilled(input);
    await inventory.upload(cloud, {
      discoveryId: "same",
      items: [{ ...keyOf("s2"), ips: ["10.2.0.1"], tags: { G: "x" } }],
    });
    const group = await eventually(
      async () => (await inventory.graphql(readGroup, { id: "same" })).body.data.group,
      ({ memberCount }) => memberCount === 2,
    );
    expect(group).toMatchObject({ membersRevision: 1, addresses: { items: ["10.2.0.1/32"] } });
  });

  test("changes its members with its filter, and is another one after it was deleted", async () => {
    const items = ["x", "y"].map((id, n) => ({ ...keyOf(id), region: `r-${id}`, ips: [`10.3.0.${n}`] }));
    await inventory.upload(cloud, { discoveryId: "filter", items });
    const of = (region: string) => ({ id: "filter", name: "Filter", filter: { regions: [region] } });
    const first = await savedAndFilled(of("R-X"));
    expect(first.addresses.items).toEqual(["10.3.0.0/32"]);
    const second = await savedAndFilled(of("r-y"), 1);
    expect(second).toMatchObject({ revision: 2, membersRevision: 2, addresses: { items: ["10.3.0.1/32"] } });
    const stale = await inventory.graphql(saveGroup, { input: of("r-x"), expectedRevision: 1 });
    expect(stale.body.errors[0].extensions.code).toBe("CONFLICT");

    const deletion = 'mutation { deleteGroup(id: "filter") }';
    expect((await inventory.graphql(deletion)).body.data).toEqual({ deleteGroup: "filter" });
    expect((await inventory.graphql(deletion)).body.errors[0].extensions.code).toBe("NOT_FOUND");
    expect((await inventory.graphql(readGroup, { id: "filter" })).body.data.group).toBeNull();
    const again = await savedAndFilled(of("r-x"), 0);
    expect(again).toMatchObject({ revision: 4, memberCount: 1, addresses: { items: ["10.3.0.0/32"] } });
  });

  test("is not deleted while a boundary names it, unless forced", async () => {
    const input = { id: "named", name: "Named", filter: { types: ["nothing"] } };
    await inventory.graphql(saveGroup, { input });
    const refused = await inventory.graphql('mutation { deleteGroup(id: "named") }');
    expect(refused.body.errors[0].extensions.code).toBe("CONFLICT");
    expect(refused.body.errors[0].message).toContain("the-boundary");
    const forced = await inventory.graphql('mutation { deleteGroup(id: "named", force: true) }');
    expect(forced.body.data).toEqual({ deleteGroup: "named" });
  });

  test("is refused with all errors at once", async () => {
    const input = { id: "", name: "n", filter: { cidrs: ["10.0.0.5/24"], tags: [{ key: "" }] } };
    const { body } = await inventory.graphql(saveGroup, { input });
    expect(body.errors[0].extensions.code).toBe("BAD_USER_INPUT");
    expect(body.errors[0].extensions.fields.map((field: { path: string }) => field.path).sort()).toEqual([
      "filter.cidrs[0]",
      "filter.tags[0].key",
      "id",
    ]);
  });
});

describe("the evaluator", () => {
  const linesOf = async (hash: string) => {
    const response = await fetch(inventory.url + addressListPath(hash, 0), { headers: evaluator });
    expect(response.headers.get("content-type")).toBe("application/gzip");
    return gunzipSync(await response.arrayBuffer())
      .toString()
      .split("\n");
  };

  test("gets every reference resolved, in the given order", async () => {
    await inventory.upload(cloud, {
      discoveryId: "res",
      items: [{ ...keyOf("r"), ips: ["10.4.0.1", "10.4.0.0"], tags: { r: "1" } }],
    });
    for (const [id, key] of [
      ["res", "r"],
      ["none", "no item has this"],
    ] as const)
      await savedAndFilled({ id, name: id, filter: { tags: [{ key }] } });
    const asked = { groupIds: ["nope", "res", "none"], itemKeys: [keyOf("r"), keyOf("unknown")] };
    const { body } = await inventory.send("POST", resolveAddressesPath, asked, evaluator);
    const { hash } = body.groups[1];
    expect(body.groups).toMatchObject([
      { groupId: "nope", outcome: "unknown" },
      { groupId: "res", outcome: "resolved", revision: 1, addressCount: 1 },
      { groupId: "none", outcome: "resolved", revision: 1, addressCount: 0 },
    ]);
    expect(body.items).toMatchObject([
      { outcome: "resolved", revision: 1, addressCount: 1, addresses: ["10.4.0.0/31"], hash },
      { outcome: "unknown" },
    ]);
    expect(await linesOf(hash)).toEqual(["10.4.0.0/31"]);
    expect(await linesOf(body.groups[2].hash)).toEqual([""]);
    expect((await inventory.send("GET", addressListPath(hash, 1), undefined, evaluator)).status).toBe(404);
    expect((await inventory.send("GET", addressListPath(hash, "x"), undefined, evaluator)).status).toBe(404);
  });

  test("gets a list of several chunks as one page with the requested hash", async () => {
    const ips = (third: number) => Array.from({ length: 1_000 }, (_, n) => `10.${third}.${n >> 6}.${(n & 63) * 4}`);
    const items = Array.from({ length: 11 }, (_, n) => ({ ...keyOf(`l${n}`), ips: ips(n), tags: { long: "1" } }));
    await inventory.upload(cloud, { discoveryId: "long", items });
    await savedAndFilled({ id: "long", name: "L", filter: { tags: [{ key: "long" }] } });
    const asked = { groupIds: ["long"], itemKeys: [] };
    const { body } = await inventory.send("POST", resolveAddressesPath, asked, evaluator);
    const [{ hash, addressCount }] = body.groups;
    const lines = await linesOf(hash);
    expect([addressCount, lines.length]).toEqual([11_000, 11_000]);
    expect(createHash("sha256").update(lines.join("\n")).digest("hex")).toBe(hash);
  });
});
