import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { MongoClient } from "mongodb";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";
import { itemIdOf } from "./items/item.ts";

let issuer: TestIssuer;
let inventory: RunningInventory;
let cloud: { authorization: string };
let user: { authorization: string };
let mongo: MongoClient;

beforeAll(async () => {
  issuer = await startTestIssuer();
  inventory = await startInventory(issuer);
  cloud = await inventory.connector("cloud");
  user = { authorization: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}` };
  mongo = new MongoClient(process.env.TEST_MONGO_URL ?? "");
});
afterAll(async () => {
  await mongo.close();
  await inventory.stop();
  await removeInventory(inventory.name);
  await issuer.stop();
});

/** The members are in the stored order. */
const numbers =
  '{"large":12345678901234567890,"list":[-9007199254740993,{"precise":0.10000000000000000555}],"power":1000000000000000000000,"tiny":1e-400}';
const keyOf = (id: string) => ({ accountId: "acc", region: "eu", type: "vm", id });
const itemText = (id: string, attributes: string) => `{${JSON.stringify(keyOf(id)).slice(1, -1)},"item":${attributes}}`;

async function upload(packed: boolean, ...items: readonly string[]) {
  const body = `{"discoveryId":"numbers","items":[${items.join()}]}`;
  const headers = { ...cloud, "content-type": "application/json", ...(packed ? { "content-encoding": "gzip" } : {}) };
  const answer = await inventory.send("POST", "/inventory/items", packed ? gzipSync(body) : Buffer.from(body), headers);
  expect(answer.status).toBe(200);
  const { accepted, unchanged, rejected } = answer.body;
  return { accepted, unchanged, rejected };
}

/** Returns the raw body of a response. */
async function textOf(path: string, body: object): Promise<string> {
  const answer = await fetch(`${inventory.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...user },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

test.each([false, true])(
  "numbers beyond floating point come back digit for digit over REST and GraphQL (packed: %s)",
  async (packed) => {
    const id = `exact-${packed}`;
    expect(await upload(packed, itemText(id, numbers))).toEqual({ accepted: 1, unchanged: 0, rejected: [] });
    expect(await textOf("/inventory/item", keyOf(id))).toContain(`"item":${numbers}}`);
    const query = `{ inventoryItem(accountId: "acc", region: "eu", type: "vm", id: "${id}") { item } }`;
    expect(await textOf("/graphql", { query })).toBe(`{"data":{"inventoryItem":{"item":${numbers}}}}`);
  },
);

test("an item with such numbers is found, with its numbers", async () => {
  await upload(false, itemText("found", numbers));
  const query = `{ inventoryItemsSearch(query: "id:found") { items { item } } }`;
  const found = await until("that the search finds the item", async () => {
    const text = await textOf("/graphql", { query });
    return text.includes('"item"') && text;
  });
  expect(found).toBe(`{"data":{"inventoryItemsSearch":{"items":[{"item":${numbers}}]}}}`);
});

test("the same numbers again are unchanged; another last digit is a change", async () => {
  await upload(false, itemText("again", '{"n":12345678901234567890,"m":1.10}'));
  expect(await upload(true, itemText("again", '{"m":1.1,"n":12345678901234567890}'))).toMatchObject({ unchanged: 1 });
  expect(await upload(false, itemText("again", '{"m":1.1,"n":12345678901234567891}'))).toMatchObject({ accepted: 1 });
});

test("an older document is returned unchanged, and updated by the next upload", async () => {
  const rounded = '{"n":12345678901234567000}';
  await upload(false, itemText("before", rounded));
  const items = mongo.db(inventory.name).collection<{ _id: string; attributes: string }>("items");
  expect(await items.findOne({ _id: itemIdOf(keyOf("before")) })).toMatchObject({ attributes: rounded });
  expect(await textOf("/inventory/item", keyOf("before"))).toContain(`"item":${rounded}}`);
  expect(await upload(false, itemText("before", rounded))).toMatchObject({ unchanged: 1 });
  const exact = '{"n":12345678901234567890}';
  expect(await upload(false, itemText("before", exact))).toMatchObject({ accepted: 1 });
  expect(await items.findOne({ _id: itemIdOf(keyOf("before")) })).toMatchObject({ attributes: exact });
});

test("in any other place such a number is rejected like every number, for that item only", async () => {
  const long = "12345678901234567890";
  const key = JSON.stringify(keyOf("wrong")).slice(1, -1);
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    [long, "", /not an object/],
    [`{${key},"item":${long}}`, ".item", /not an object/],
    [`{${key},"name":${long}}`, ".name", /not a text/],
    [`{${key},"tags":${long}}`, ".tags", /not an object/],
    [`{${key},"tags":{"a":${long}}}`, ".tags.a", /not a text/],
    [`{${key},"ips":${long}}`, ".ips", /not a list/],
    [`{${key},"ips":[${long}]}`, ".ips[0]", /not a text/],
    [`{${key},"item":{"a":${"9".repeat(400)}}}`, ".item", /beyond 1\.8e308/],
    [`{${key},"item":{"a":[${Array(20_000).fill(long).join()}]}}`, ".item", /bytes/],
    [`{${key},"item":${'{"a":'.repeat(101)}${long}${"}".repeat(102)}`, ".item", /deeper than 100/],
  ];
  const { rejected } = await upload(true, itemText("other", "{}"), ...wrong.map(([text]) => text));
  expect(rejected).toMatchObject(
    wrong.map(([, field, message], n) => ({
      field: `items[${n + 1}]${field}`,
      message: expect.stringMatching(message),
    })),
  );
});

test.each([
  ["12345678901234567890", "", /the body is not an object/],
  ['{"discoveryId":12345678901234567890,"items":[1]}', "discoveryId", /not a text/],
  ['{"discoveryId":"d","items":12345678901234567890}', "items", /not a list/],
  ['{"discoveryId":"d","items":[1],"scope":12345678901234567890}', "scope", /not an object/],
])("%s is refused as a whole", async (body, field, message) => {
  const headers = { ...cloud, "content-type": "application/json" };
  const answer = await inventory.send("POST", "/inventory/items", Buffer.from(body), headers);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([{ field, message: expect.stringMatching(message) }]);
});

test("a number nested a hundred levels deep counts as any other value", async () => {
  const deep = `${'{"a":'.repeat(100)}12345678901234567890${"}".repeat(100)}`;
  expect(await upload(false, itemText("deep", deep))).toMatchObject({ accepted: 1 });
  expect(await textOf("/inventory/item", keyOf("deep"))).toContain(deep);
});

test("a body of such numbers alone is refused without blocking other requests", async () => {
  const headers = { ...cloud, "content-type": "application/json" };
  const body = `{"discoveryId":"d","items":[{"item":[${Array(500_001).fill("1e999").join()}]}]}`;
  const answer = await inventory.send("POST", "/inventory/items", Buffer.from(body), headers);
  expect([answer.status, answer.body.detail]).toEqual([413, expect.stringMatching(/more than 500000 numbers/)]);
});
