import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { MongoClient } from "mongodb";
import { aFilter } from "../test/inventory-builders.ts";
import { type RunningInventory, removeInventory, startInventoryProcess } from "../test/running-inventory.ts";
import { createMongoAddressListStore } from "./addresses/mongo-address-list-store.ts";
import { createMongoGroupStore } from "./groups/mongo-group-store.ts";

/**
 * Sends many concurrent requests of the largest allowed size to a process with a small heap. The process must stay
 * within its memory limit and must answer every request. The answer may be a refusal.
 */

const MIB = 1_024 * 1_024;
const HEAP_MIB = 320;
/**
 * The test fails if the resident memory of the process reaches this number of MiB. Besides the heap, resident memory
 * includes the memory of code, of buffers for request bodies, and of sockets. Without limits on the memory of requests,
 * the process would crash.
 */
const MOST_MIB = 1_000;
const AT_ONCE = 10;

let issuer: TestIssuer;
let inventory: Awaited<ReturnType<typeof startInventoryProcess>>;
let cloud: { authorization: string };
let user: { authorization: string };
let most = 0;
let watching: Promise<void> | undefined;
let flooding = true;

beforeAll(async () => {
  issuer = await startTestIssuer();
  inventory = await startInventoryProcess(issuer, { heapMiB: HEAP_MIB });
  cloud = await inventory.connector("cloud");
  const permissions = ["inventory:view", "group:view"];
  user = { authorization: `Bearer ${await issuer.userToken({ permissions })}` };
  await fillInventory();
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await issuer.stop();
});
beforeEach(() => {
  most = 0;
  flooding = true;
  watching = (async () => {
    while (flooding) {
      most = Math.max(most, await inventory.residentMiB());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
});
afterEach(async () => {
  flooding = false;
  await watching;
  expect(most).toBeLessThan(MOST_MIB);
  // The memory of answered requests no longer counts.
  await eventually(countedBytes, (bytes) => bytes === 0);
});

async function countedBytes(): Promise<number> {
  const figures = await (await fetch(`${inventory.url}/metrics`)).text();
  return Number(/^http_request_memory_bytes (\d+)/m.exec(figures)?.[1]);
}

const keyOf = (id: string) => ({ accountId: "acc", region: "eu", type: "vm", id });
const keyText = '"accountId":"acc","region":"eu","type":"vm","id":"flood"';
const json = { "content-type": "application/json" };

/** Stores items and groups of the largest allowed size. */
async function fillInventory(): Promise<void> {
  const attributes = { text: "x".repeat(250_000) };
  const upload = async (items: readonly object[]) => {
    const { status, body } = await inventory.upload(cloud, { discoveryId: "filling", items });
    expect([status, body.rejected]).toEqual([200, []]);
  };
  await upload(
    Array.from({ length: 32 }, (_, n) => ({ ...keyOf(`attributes-${n}`), type: "heavy", item: attributes })),
  );
  const tags = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}-`.padEnd(256, "k"), "v".repeat(1_024)]));
  await upload(Array.from({ length: 60 }, (_, n) => ({ ...keyOf(`tags-${n}`), type: "tagged", tags })));

  const client = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "", { ignoreUndefined: true });
  const database = client.db(inventory.name);
  const groups = createMongoGroupStore(database);
  const cidrs = Array.from({ length: 10_000 }, (_, n) => `2001:db8:${n.toString(16)}::abcd:0:0:1/128`);
  const uuids = Array.from({ length: 200 }, () => crypto.randomUUID());
  await createMongoAddressListStore(database).write(uuids[0] as string, 1, "hash", [cidrs]);
  const long = aFilter({ types: Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(1_000, "t")) });
  for (const [n, uuid] of uuids.entries()) {
    // The process leaves a group alone until its computation has been outstanding for `LEFT_ALONE_MS` (3 s). The
    // computation of this group is outstanding from the current time, so this test can write the group's members before
    // the process does.
    const at = new Date();
    const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
    const text = {
      id: `g-${1_000 + n}`,
      name: "g",
      description: null,
      filter: n < 10 ? long : aFilter({ types: ["t"] }),
    };
    await groups.create({ ...text, uuid, revision: 1, filterRevision: 1, ...stamps }, undefined);
    await groups.noteFilled(uuid, 1);
    const members = { hash: "hash", addressCount: 10_000, memberCount: 1, filterRevision: 1, updatedAt: at };
    const state = { before: 0, after: 1, filterRevision: 1, computed: 1 };
    expect(await groups.publishMembers(uuid, members, state)).toBe(true);
  }
  await client.close();
  await eventually(
    async () =>
      (await inventory.send("GET", "/inventory?query=type:tagged&size=1", undefined, user)).body.pageInfo.total,
    (total) => total === 60,
    60_000,
  );
}

type Answer = Awaited<ReturnType<RunningInventory["send"]>>;

/** Sends `AT_ONCE` equal requests concurrently. Each request must succeed or be refused with an expected message. */
async function flood(ask: () => Promise<Answer>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const outcomes = answers.map(({ status, body }) => {
    const words: string | undefined = body.detail ?? body.errors?.[0]?.message;
    return words === undefined ? `${status}` : `${status} ${words}`;
  });
  if (process.env.TEST_LOG_LEVEL)
    console.info([...Map.groupBy(outcomes, (one) => one)].map(([one, { length }]) => `${length} times ${one}`));
  for (const one of outcomes) expect(one).toMatch(inWords);
}

const inWords =
  /^200$|^200 .*longer than 10000 ms; ask for less|^200 .*longer than 5 s; ask for something narrower|^200 .*too many searches are running at once; try again in a second|^400 .*(not valid JSON|discoveryId: is missing|ask for less, at once)|^413 .*larger than 16777216 bytes|^429 .*send this one again in a second|^503 .*(try again in a (second|moment)|send (it|the same) again)|^504 .*ask for something narrower/;

const frame = (items: string) => `{"discoveryId":"flood","items":[${items}]}`;
const padded = (text: string) => text + " ".repeat(16 * MIB - text.length);
const bodies: readonly (readonly [string, () => string | Uint8Array, Record<string, string>])[] = [
  ["nothing in UTF-8", () => Buffer.alloc(16 * MIB, 0xff), {}],
  ["bombs", () => gzipSync(Buffer.alloc(256 * MIB, 32)), { "content-encoding": "gzip" }],
  ["bombs that just fit", () => gzipSync(padded(frame("{}"))), { "content-encoding": "gzip" }],
  ["depth", () => padded(frame(`${"[".repeat(490_000)}${"]".repeat(490_000)}`)), {}],
  ["tags", () => padded(frame(`{${keyText},"tags":{${Array.from({ length: 900_000 }, (_, n) => `"t${n}":""`)}}}`)), {}],
  [
    "long texts",
    () =>
      frame(
        Array(15)
          .fill(`{${keyText},"name":"${"ü".repeat(MIB / 2)}"}`)
          .join(),
      ),
    {},
  ],
  [
    "good items",
    () =>
      frame(
        Array.from({ length: 1_000 }, (_, n) =>
          JSON.stringify({ ...keyOf(`flood-${n}`), item: { text: "x".repeat(16_000) } }),
        ).join(),
      ),
    {},
  ],
];

describe("concurrent uploads", () => {
  test.each(bodies)("of %s", async (_, body, headers) => {
    const bytes = Buffer.from(body());
    await flood(() => inventory.send("POST", "/inventory/items", bytes, { ...cloud, ...json, ...headers }));
  });
});

describe("concurrent requests", () => {
  const graphql = (query: string) => () => inventory.send("POST", "/graphql", { query }, user);
  const many = (field: string) => Array.from({ length: 28 }, (_, n) => `f${n}: ${field}`).join(" ");
  const questions: readonly (readonly [string, () => Promise<Answer>])[] = [
    [
      "clean-ups of 16 MiB",
      () => inventory.send("POST", "/inventory/items/cleanup", Buffer.from(padded("{}")), { ...cloud, ...json }),
    ],
    [
      "operations of 4 MiB",
      () =>
        inventory.send(
          "POST",
          "/graphql",
          { query: "{ __typename }", variables: { a: "x".repeat(4 * MIB - 100) } },
          user,
        ),
    ],
    ["attributes", graphql('{ inventoryItemsSearch(query: "type:heavy", size: 32) { items { item } } }')],
    [
      "attributes under many names",
      graphql(`{ inventoryItemsSearch(query: "type:heavy", size: 30) { items { ${many("item")} } } }`),
    ],
    ["tags", graphql('{ inventoryItemsSearch(query: "type:tagged", size: 200) { items { tags { key value } } } }')],
    [
      "tags under many names",
      graphql(`{ inventoryItemsSearch(query: "type:tagged", size: 200) { items { ${many("tags { key value }")} } } }`),
    ],
    ["pages of REST", () => inventory.send("GET", "/inventory?query=type:tagged&size=200", undefined, user)],
    ["addresses", graphql("{ groups(limit: 200) { items { addresses(limit: 10000) { items } } } }")],
    [
      "addresses under many names",
      graphql(`{ ${many("groups(limit: 200) { items { addresses(limit: 10000) { items } } }")} }`),
    ],
  ];
  test.each(questions)("for %s", (_, ask) => flood(ask));
});
