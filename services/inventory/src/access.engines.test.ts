import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { resolveAddressesPath } from "@network-access/service-contracts/address-resolution";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/**
 * These tests call the item route, the upload route, GraphQL and the internal route with every kind of credentials
 * except feed tokens.
 */

const key = { accountId: "a", region: "r", type: "t", id: "i" };
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
let issuer: TestIssuer;
let inventory: RunningInventory;
let credentials: Record<string, string>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  inventory = await startInventory(issuer, { MAX_UPLOAD_BYTES: "20000", MAX_CONCURRENT_UPLOADS: "1" });
  const { authorization } = await inventory.connector("cloud");
  credentials = {
    none: "",
    garbled: "Bearer a.b.c",
    expired: `Bearer ${await issuer.userToken({ expiresIn: -60, permissions: ["inventory:view"] })}`,
    user: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}`,
    bareUser: await issuer.userToken({ permissions: ["inventory:view"] }),
    userWithoutPermission: `Bearer ${await issuer.userToken({ permissions: ["estate:view"] })}`,
    evaluator: `Bearer ${await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "inventory" })}`,
    otherService: `Bearer ${await issuer.serviceToken({ subject: "service:change-request", audience: "inventory" })}`,
    otherAudience: `Bearer ${await issuer.serviceToken({ subject: "service:boundary-evaluator", audience: "other" })}`,
    connector: authorization,
    wrongSecret: basic("cloud", "wrong"),
    unknownConnector: basic("unknown", ""),
  };
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await issuer.stop();
});

const doors = {
  item: () => ["/inventory/item", key] as const,
  upload: () => ["/inventory/items", { discoveryId: "d", items: [key] }] as const,
  graphql: () => ["/graphql", { query: '{ group(id: "g") { id } }' }] as const,
  resolution: () => [resolveAddressesPath, { groupIds: [], itemKeys: [] }] as const,
};
const open = (name: string, door: keyof typeof doors) => {
  const [path, body] = doors[door]();
  const header = credentials[name];
  return inventory.send("POST", path, body, header ? { authorization: header } : {});
};

test.each([
  ["none", 401, 401, 401, 401],
  ["garbled", 401, 403, 401, 401],
  ["expired", 401, 403, 401, 401],
  ["user", 404, 403, 200, 401],
  ["bareUser", 404, 403, 200, 401],
  ["userWithoutPermission", 403, 403, 200, 401],
  ["evaluator", 401, 403, 401, 200],
  ["otherService", 401, 403, 401, 403],
  ["otherAudience", 401, 403, 401, 401],
  ["wrongSecret", 401, 401, 401, 401],
  ["unknownConnector", 401, 401, 401, 401],
  ["connector", 401, 200, 401, 401],
])("%s: item %i, upload %i, GraphQL %i, addresses %i", async (name, item, upload, graphql, resolution) => {
  const statuses = { item, upload, graphql, resolution };
  for (const [door, status] of Object.entries(statuses)) {
    const answer = await open(name, door as keyof typeof doors);
    expect([door, answer.status]).toEqual([door, status]);
    if (status === 401)
      expect(answer.headers.get("www-authenticate")).toMatch(door === "upload" ? /^Basic/ : /^Bearer/);
  }
});

test("every field of the graph names the permission it needs", async () => {
  const stranger = await issuer.userToken({ permissions: ["estate:view"] });
  const fields = {
    "inventory:view": ['query { inventoryItem(accountId: "a", region: "r", type: "t", id: "i") { id } }'],
    "group:view": ['query { group(id: "g") { id } }', "query { groups { items { id } } }"],
    "group:edit": [
      'mutation { saveGroup(input: {id: "g", name: "g", filter: {types: ["t"]}}) { id } }',
      'mutation { deleteGroup(id: "g") }',
    ],
    "connector:manage": [
      "query { connectors { id } }",
      'mutation { registerConnector(input: {id: "c", name: "c"}) { secret } }',
      'mutation { removeConnector(id: "cloud") }',
    ],
  };
  for (const [permission, queries] of Object.entries(fields))
    for (const query of queries) {
      const { body } = await inventory.graphql(query, {}, stranger);
      expect(body.errors[0]).toMatchObject({
        message: expect.stringContaining(permission),
        extensions: { code: "FORBIDDEN" },
      });
    }
  const entities =
    "query ($r: [_Any!]!) { _entities(representations: $r) { ... on Group { id } ... on InventoryItem { id } } }";
  for (const r of [
    { __typename: "Group", id: "g" },
    { __typename: "InventoryItem", ...key },
  ]) {
    const { body } = await inventory.graphql(entities, { r: [r] }, stranger);
    expect(body.errors[0].extensions.code).toBe("FORBIDDEN");
  }
});

test("a secret is shown once, and a removed connector is refused at once while its items stay without an owner", async () => {
  const first = await inventory.connector("short-lived");
  const item = { ...key, id: "left-behind" };
  expect((await inventory.upload(first, { discoveryId: "d", items: [item] })).body.accepted).toBe(1);
  expect(
    (await inventory.upload({ authorization: credentials.connector ?? "" }, { discoveryId: "x", items: [item] })).body
      .rejected,
  ).toEqual([{ index: 0, key: item, field: "items[0]", message: expect.stringContaining('"short-lived"') }]);
  const countOf = async (id: string) => {
    const listed = await inventory.graphql("{ connectors { id name itemCount lastUploadAt } }");
    const connectors: { id: string; name: string; itemCount: number; lastUploadAt: string }[] =
      listed.body.data?.connectors ?? [];
    return connectors.find((connector) => connector.id === id);
  };
  expect(
    await eventually(
      () => countOf("short-lived"),
      (found) => found?.itemCount === 1,
    ),
  ).toEqual({
    id: "short-lived",
    name: "short-lived",
    itemCount: 1,
    lastUploadAt: expect.any(String),
  });
  const again = await inventory.graphql(
    'mutation { registerConnector(input: {id: "short-lived", name: "x"}) { secret } }',
  );
  expect(again.body.errors[0].extensions.code).toBe("CONFLICT");

  const removal = 'mutation { removeConnector(id: "short-lived") }';
  expect((await inventory.graphql(removal)).body.data.removeConnector).toBe("short-lived");
  expect((await inventory.graphql(removal)).body.errors[0].extensions.code).toBe("NOT_FOUND");
  expect((await inventory.upload(first, { discoveryId: "d", items: [item] })).status).toBe(401);
  const user = { authorization: credentials.user ?? "" };
  expect((await inventory.send("POST", "/inventory/item", item, user)).body.connectorId).toBeNull();

  const successor = await inventory.connector("short-lived");
  expect((await inventory.upload(successor, { discoveryId: "d", items: [item] })).body.accepted).toBe(1);
  expect((await inventory.send("POST", "/inventory/item", item, user)).body.connectorId).toBe("short-lived");
});

test("a registration whose list of limits is empty is refused by its field", async () => {
  const input = { id: "bound", name: "Bound", regions: [] };
  const { body } = await inventory.graphql(
    "mutation ($input: ConnectorInput!) { registerConnector(input: $input) { secret } }",
    { input },
  );
  expect(body.errors[0].extensions).toMatchObject({
    code: "BAD_USER_INPUT",
    fields: [{ path: expect.stringContaining("regions"), message: expect.stringContaining("leave it out") }],
  });
});

describe("a bad request", () => {
  const connector = () => ({ authorization: credentials.connector ?? "" });
  const user = () => ({ authorization: credentials.user ?? "" });

  test("gets a problem with a field for every error, and the request id", async () => {
    const body = { discoveryId: "", scope: { accountIds: [] }, items: [], extra: 1 };
    const answer = await inventory.send("POST", "/inventory/items", body, { ...connector(), "x-request-id": "own-id" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(answer.headers.get("x-request-id")).toBe("own-id");
    expect(answer.body).toMatchObject({ status: 400, code: "BAD_USER_INPUT", requestId: "own-id" });
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      "discoveryId",
      "extra",
      "items",
      "scope.accountIds",
    ]);
  });

  test.each([
    ["POST", "/inventory/item", { ...key, id: 5 }, 400],
    ["POST", "/inventory/item", { ...key, more: 1 }, 400],
    ["POST", "/inventory/item", [], 400],
    ["POST", "/inventory/item?a=b", key, 400],
    ["GET", "/inventory/item", undefined, 405],
    ["DELETE", "/inventory/items", undefined, 405],
    ["POST", "/inventory/nothing", key, 404],
    ["GET", "/inventory/%E0%A4%A", undefined, 404],
    ["GET", "/elsewhere", undefined, 404],
  ])("%s %s %j is answered with %i and the reason", async (method, path, body, status) => {
    const answer = await inventory.send(method, path, body, user());
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status, detail: expect.any(String), requestId: expect.any(String) });
  });

  test("is refused by its size, even when it is small only in packed form", async () => {
    const { gzipSync } = await import("node:zlib");
    const bomb = gzipSync(Buffer.alloc(5_000_000, " "));
    const packed = { ...connector(), "content-encoding": "gzip", "content-type": "application/json" };
    expect(bomb.length).toBeLessThan(20_000);
    expect((await inventory.send("POST", "/inventory/items", bomb, packed)).status).toBe(413);
    expect((await inventory.send("POST", "/inventory/items", { pad: "x".repeat(30_000) }, connector())).status).toBe(
      413,
    );
    expect(
      (
        await inventory.send("POST", "/inventory/items", Buffer.from("{"), {
          ...packed,
          "content-encoding": "identity",
        })
      ).status,
    ).toBe(400);
    expect((await inventory.send("POST", "/inventory/items", Buffer.from("x"), packed)).status).toBe(400);
    expect((await inventory.send("POST", "/inventory/items", Buffer.from("{}"), connector())).status).toBe(415);
  });

  test("is answered with Retry-After when too many uploads run", async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ ...key, id: `crowd-${n}` }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => inventory.upload(connector(), { discoveryId: "crowd", items })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });

  test("to a run of another scope is a conflict, and items outside of the scope are rejected one by one", async () => {
    const scope = { regions: ["r"] };
    const items = [
      { ...key, id: "s1" },
      { ...key, id: "s2", region: "elsewhere" },
    ];
    const first = await inventory.upload(connector(), { discoveryId: "scoped", scope, items });
    expect(first.body).toMatchObject({ accepted: 1, rejected: [{ index: 1, field: "items[1].region" }] });
    expect((await inventory.upload(connector(), { discoveryId: "scoped", items })).body).toMatchObject({
      unchanged: 1,
    });
    const other = await inventory.upload(connector(), { discoveryId: "scoped", scope: { regions: ["q"] }, items });
    expect(other).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  });
});
