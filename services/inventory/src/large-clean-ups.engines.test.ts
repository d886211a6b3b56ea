import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { generatedItem } from "@network-access/testkit/generated-items";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { type Db, type Filter, MongoClient } from "mongodb";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";
import type { ItemDocument } from "./items/item-document.ts";

/**
 * This test cleans up nearly all items of a connector, because the connector's second run sees only a few of them.
 * `CLEANED_ITEMS` sets the number of items.
 */
const ITEMS = Number(process.env.CLEANED_ITEMS ?? 5_000);
const KEPT = ITEMS / 50;
const REMOVED = ITEMS - KEPT;
const UPLOAD = 1_000;
const PATIENCE_MS = Math.max(60_000, ITEMS * 8);

jest.setTimeout(Math.max(120_000, ITEMS * 16));

let issuer: TestIssuer;
let door: EngineDoor;
let inventory: RunningInventory;
let cloud: { authorization: string };
let client: MongoClient;
let database: Db;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const engine = process.env.TEST_MONGO_URL ?? "";
  door = await createEngineDoor(engine);
  inventory = await startInventory(issuer, { MONGO_URL: door.url });
  cloud = await inventory.connector("cloud");
  client = await MongoClient.connect(engine);
  database = client.db(inventory.name);
});
afterAll(async () => {
  await client.close();
  await inventory.stop();
  await removeInventory(inventory.name);
  await door.shut();
  await issuer.stop();
});

/**
 * Each item has the tag "fate", which groups select by. Its value is "kept" if the second run sees the item again, and
 * otherwise "gone".
 */
const itemOf = (n: number) => {
  const item = generatedItem(n);
  return { ...item, tags: { ...item.tags, fate: n < KEPT ? "kept" : "gone" } };
};
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

async function uploadRun(discoveryId: string, to: number): Promise<void> {
  for (let from = 0; from < to; from += UPLOAD) {
    const items = numbers(from, Math.min(from + UPLOAD, to)).map(itemOf);
    const { body } = await inventory.upload(cloud, { discoveryId, items });
    expect(body.accepted + body.unchanged).toBe(items.length);
  }
}

const cleanUp = () => inventory.send("POST", "/inventory/items/cleanup", { discoveryId: "second", force: true }, cloud);
/**
 * Requests the clean-up, and repeats the request after each timeout, as a connector does. Returns the first answer with
 * a status other than 504.
 */
async function cleanUpToTheEnd() {
  for (;;) {
    const answer = await cleanUp();
    if (answer.status !== 504) return answer;
  }
}
const count = (filter: Filter<ItemDocument>) => database.collection<ItemDocument>("items").countDocuments(filter);
const tombstones = () => count({ deletedAt: { $exists: true } });
const found = async (query: string) => {
  const search = "query ($query: String!) { inventoryItemsSearch(query: $query, size: 1) { pageInfo { total } } }";
  return (await inventory.graphql(search, { query })).body.data.inventoryItemsSearch.pageInfo.total as number;
};
const group = async (id: string) => {
  const asked = "query ($id: String!) { group(id: $id) { memberCount addressCount heldChange { added removed } } }";
  return (await inventory.graphql(asked, { id })).body.data.group as {
    readonly memberCount: number;
    readonly addressCount: number;
    readonly heldChange: { readonly added: number; readonly removed: number } | null;
  };
};

test("an interrupted clean-up of very many items is repeated, answers in time with the same result, and completes", async () => {
  const took: Record<string, number> = {};
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await work();
    took[what] = Math.round(performance.now() - began);
    return result;
  };
  await timed("first run", () => uploadRun("first", ITEMS));
  await timed("its projection", () =>
    eventually(
      () => count({ openedAt: { $exists: true } }),
      (open) => open === 0,
      PATIENCE_MS,
    ),
  );
  for (const fate of ["kept", "gone"]) {
    const input = { id: fate, name: fate, filter: { tags: [{ key: "fate", value: fate }] } };
    await inventory.graphql("mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }", { input });
  }
  await eventually(
    () => group("gone"),
    ({ memberCount }) => memberCount === REMOVED,
    PATIENCE_MS,
  );
  await uploadRun("second", KEPT);

  const counts = { wouldRemove: REMOVED, wouldKeep: KEPT };
  const refused = await timed("refusal", () =>
    inventory.send("POST", "/inventory/items/cleanup", { discoveryId: "second" }, cloud),
  );
  expect(refused).toMatchObject({ status: 409, body: counts });

  // 250,000 bytes are enough for one step of the removal (2,000 ids), but not for two.
  const shut = door.shutAfter(250_000);
  const broken = cleanUp();
  await shut;
  expect((await broken).status).toBe(503);
  expect(await tombstones()).toBe(2_000);
  await door.open();
  await eventually(
    () => inventory.send("GET", "/readyz"),
    ({ status }) => status === 200,
  );

  const done = { status: 200, body: { discoveryId: "second", removed: REMOVED, kept: KEPT } };
  const answers = await timed("clean-up", () => Promise.all([cleanUpToTheEnd(), cleanUpToTheEnd()]));
  expect(answers).toMatchObject([done, done]);
  expect(await timed("the same again", cleanUp)).toMatchObject(done);
  expect(await tombstones()).toBe(REMOVED);

  await timed("index and groups", async () => {
    await eventually(
      () => found("tags.fate:gone"),
      (total) => total === 0,
      PATIENCE_MS,
    );
    // A change that would empty a group is held for approval and reported. Until it is approved, the members stay.
    await eventually(
      () => group("gone"),
      ({ addressCount, heldChange }) => heldChange?.removed === addressCount && heldChange.added === 0,
      PATIENCE_MS,
    );
  });
  expect(await found("tags.fate:kept")).toBe(Math.min(KEPT, 10_000));
  const kept = await eventually(
    () => group("kept"),
    ({ memberCount }) => memberCount === KEPT,
    PATIENCE_MS,
  );
  expect(kept.heldChange).toBeNull();
  const { body } = await inventory.graphql(
    'mutation { releaseGroupChange(groupId: "gone") { memberCount addressCount } }',
  );
  expect(body.data.releaseGroupChange).toEqual({ memberCount: 0, addressCount: 0 });
  if (process.env.CLEANED_ITEMS) console.info(`${ITEMS} items, milliseconds: ${JSON.stringify(took)}`);
});

test("a clean-up is answered although counting takes longer than the deadline of other calls", async () => {
  const patient = await inventory.connector("patient");
  const items = numbers(0, 20).map((n) => ({ ...itemOf(n), type: "counted" }));
  await inventory.upload(patient, { discoveryId: "counted", items });
  door.slowDown("$group", 6_000);
  const answer = await inventory.send("POST", "/inventory/items/cleanup", { discoveryId: "counted" }, patient);
  door.slowDown("$group", 0);
  expect(answer).toMatchObject({ status: 200, body: { removed: 0, kept: 20 } });
});
