import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/** Tests searches through GraphQL and REST against a running inventory process with real engines. */

let issuer: TestIssuer;
let door: Awaited<ReturnType<typeof createEngineDoor>>;
let inventory: RunningInventory;
let cloud: { authorization: string };
let viewer: { authorization: string };

const keyOf = (id: string) => ({ accountId: "acc-1", region: "eu", type: "VM", id });
const get = (search: string, headers: Record<string, string> = viewer) =>
  inventory.send("GET", `/inventory${search}`, undefined, headers);
const fieldErrorsOf = async (search: string) => {
  const { status, body } = await get(search);
  return { status, errors: body.errors };
};

beforeAll(async () => {
  issuer = await startTestIssuer();
  door = await createEngineDoor(process.env.TEST_OPENSEARCH_URL ?? "");
  inventory = await startInventory(issuer, { OPENSEARCH_URL: door.url, MAX_CONCURRENT_SEARCHES: "8" });
  cloud = await inventory.connector("cloud");
  viewer = { authorization: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}` };
  const items = [
    { ...keyOf("a"), name: "b", ips: ["10.1.2.5"], tags: { Env: "prod" }, typeName: "Machine", item: { cpu: 2 } },
    { ...keyOf("b"), name: "a", ips: ["10.2.0.0/16"], typeName: "Machine" },
    { ...keyOf("c"), item: { cpu: 4 } },
  ];
  expect(await inventory.upload(cloud, { discoveryId: "d", items })).toMatchObject({ body: { accepted: 3 } });
  await eventually(
    () => get(""),
    ({ body }) => body.pageInfo?.total === 3,
  );
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await door.shut();
  await issuer.stop();
});

test("REST returns a page of items without their attributes", async () => {
  const { status, headers, body } = await get("?query=ip%3A%2210.1.0.0%2F16%22+AND+tags.env%3Aprod");
  expect({ status, warning: headers.get("warning") }).toEqual({ status: 200, warning: null });
  expect(body).toEqual({
    pageInfo: { total: 1, from: 0, size: 20 },
    items: [
      {
        ...keyOf("a"),
        cloudAccountId: null,
        name: "b",
        typeName: "Machine",
        ips: ["10.1.2.5"],
        hostname: null,
        macAddress: null,
        tags: { Env: "prod" },
        vendor: null,
        connectorId: "cloud",
        firstSeenAt: expect.stringMatching(/Z$/),
        lastSeenAt: expect.stringMatching(/Z$/),
        lastChangedAt: expect.stringMatching(/Z$/),
      },
    ],
  });
  const { body: whole } = await inventory.send("POST", "/inventory/item", keyOf("a"), viewer);
  expect(whole).toEqual({ ...body.items[0], item: { cpu: 2 } });
});

test("pages and sort orders are as requested, and an empty query matches every item", async () => {
  const ids = async (search: string) => (await get(search)).body.items.map(({ id }: { id: string }) => id);
  expect(await ids("?query=&sort=name")).toEqual(["b", "a", "c"]);
  expect(await ids("?sort=-name&query=%20")).toEqual(["a", "b", "c"]);
  expect(await ids("?from=1&size=1")).toEqual(["b"]);
  expect(await ids("?from=9999&size=1")).toEqual([]);
});

describe("an invalid parameter of REST is refused by name", () => {
  test.each([
    ["?qeury=a&limit=1", ["qeury", "limit"], "is not a parameter"],
    ["?query=a&query=b", ["query"], "more than once"],
    ["?query=%zz", ["query"], "%25"],
    ["?query=%ff", ["query"], "%25"],
    ["?from=-1", ["from"], "0 and more"],
    ["?size=1e3", ["size"], "whole number"],
    ["?size=", ["size"], "whole number"],
    ["?size=0", ["size"], "1 to 1000"],
    ["?size=1001", ["size"], "1 to 1000"],
    ["?from=9990&size=11", ["from"], "narrow the query"],
    ["?sort=nme", ["sort"], '"name"'],
    ["?sort=name,-name", ["sort"], "twice"],
    ["?sort=name,", ["sort"], "known are"],
    ["?sort=ips", ["sort"], "known are"],
    ["?query=nme%3Ax", ["query"], "position 1: "],
    ["?query=a+AND", ["query"], "position 6: "],
    ["?query=nme%3Ax&sort=nme&size=0", ["size", "sort", "query"], ""],
  ])("%s", async (search, fields, words) => {
    const { status, errors } = await fieldErrorsOf(search);
    expect(status).toBe(400);
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(errors[0].message).toContain(words);
  });
});

test("only users with inventory:view are answered", async () => {
  expect(await get("", {})).toMatchObject({ status: 401 });
  expect(await get("", cloud)).toMatchObject({ status: 401 });
  expect(await get("/type-names", cloud)).toMatchObject({ status: 401 });
  const withoutView = { authorization: `Bearer ${await issuer.userToken({ permissions: ["group:view"] })}` };
  expect(await get("", withoutView)).toMatchObject({ status: 403 });
  expect(await get("/type-names", withoutView)).toMatchObject({ status: 403 });
  const { body } = await inventory.graphql("{ inventoryTypeNames { type } }", {}, withoutView.authorization.slice(7));
  expect(body.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
});

test("the longest query of the widest characters fits into the URL", async () => {
  const query = "\u{1f600}".repeat(4_096);
  const { status, body } = await get(`?query=${encodeURIComponent(query)}`);
  expect({ status, total: body.pageInfo?.total }).toEqual({ status: 200, total: 0 });
});

test("GraphQL returns the same, and reads attributes and groups from the database when they are selected", async () => {
  const query = `query ($query: String, $sort: String) {
    inventoryItemsSearch(query: $query, sort: $sort) {
      pageInfo { total from size } items { accountId region type typeName id name ips item connectorId tags { key value } groups { id } }
    }
    inventoryTypeNames { type typeName count }
  }`;
  const token = await issuer.userToken({ permissions: ["inventory:view", "group:view"] });
  const { body } = await inventory.graphql(query, { query: "type:vm", sort: "-name" }, token);
  expect(body.errors).toBeUndefined();
  const { inventoryItemsSearch: page, inventoryTypeNames: types } = body.data;
  expect(page.pageInfo).toEqual({ total: 3, from: 0, size: 20 });
  expect(page.items.map(({ id, item }: { id: string; item: unknown }) => [id, item])).toEqual([
    ["a", { cpu: 2 }],
    ["b", null],
    ["c", { cpu: 4 }],
  ]);
  expect(page.items[0]).toMatchObject({ connectorId: "cloud", tags: [{ key: "Env", value: "prod" }], groups: [] });
  expect(types).toEqual([{ type: "VM", typeName: "Machine", count: 3 }]);
  expect((await get("/type-names")).body).toEqual(types);

  const refused = await inventory.graphql(query, { query: "nme:x", sort: "nme" }, token);
  expect(refused.body.errors[0].extensions).toMatchObject({
    code: "BAD_USER_INPUT",
    fields: [
      { path: "sort", message: expect.stringContaining('"name"') },
      { path: "query", message: expect.stringContaining('position 1: "nme" is not a field') },
    ],
  });
});

test("items of a removed connector have no owner", async () => {
  const gone = await inventory.connector("gone");
  await inventory.upload(gone, { discoveryId: "d", items: [{ ...keyOf("orphan"), region: "alone" }] });
  const asked = () => get("?query=region%3Aalone");
  const before = await eventually(asked, ({ body }) => body.pageInfo.total === 1);
  expect(before.body.items[0].connectorId).toBe("gone");
  await inventory.graphql(`mutation { removeConnector(id: "gone") }`);
  await eventually(asked, ({ body }) => body.items[0].connectorId === null);
});

test("a search that takes too long is reported as a timeout, not as an unavailable index", async () => {
  door.hold();
  const fields = ["inventoryItemsSearch { pageInfo { total } }", "inventoryTypeNames { type }"];
  const asked = ["?query=a", "/type-names"].map((search) => get(search));
  const answers = await Promise.all([...asked, ...fields.map((field) => inventory.graphql(`{ ${field} }`))]);
  await door.open();
  expect(answers.map(({ status, body }) => [status, body.code ?? body.errors?.[0]?.extensions.code])).toEqual([
    [504, "UPSTREAM_TIMEOUT"],
    [504, "UPSTREAM_TIMEOUT"],
    [200, "UPSTREAM_TIMEOUT"],
    [200, "UPSTREAM_TIMEOUT"],
  ]);
});

test("while OpenSearch is unavailable a search fails, and items by key work", async () => {
  await door.shut();
  const { status, body } = await get("?query=a");
  expect({ status, code: body.code, detail: body.detail }).toEqual({
    status: 503,
    code: "UPSTREAM_UNAVAILABLE",
    detail: expect.stringContaining("the index does not answer"),
  });
  const { body: graph } = await inventory.graphql("{ inventoryItemsSearch { pageInfo { total } } }");
  expect(graph.errors).toMatchObject([{ extensions: { code: "UPSTREAM_UNAVAILABLE" } }]);
  expect(await inventory.send("POST", "/inventory/item", keyOf("a"), viewer)).toMatchObject({ status: 200 });
  await door.open();
  await eventually(
    () => get("?query=name%3Aa"),
    (answer) => answer.status === 200,
  );
});
