import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/**
 * Tests uploads during an outage of the index. First the index is unavailable, then it is available but refuses writes,
 * and finally it is healthy. The outage lasts a little more than 10 s, because responses warn only about a lag of at
 * least 10 s.
 */

const engine = process.env.TEST_OPENSEARCH_URL ?? "";
const ITEMS = 60;

let issuer: TestIssuer;
let door: EngineDoor;
let inventory: RunningInventory;
let cloud: { authorization: string };
let viewer: { authorization: string };

beforeAll(async () => {
  issuer = await startTestIssuer();
  door = await createEngineDoor(engine);
  inventory = await startInventory(issuer, { OPENSEARCH_URL: door.url });
  cloud = await inventory.connector("cloud");
  viewer = { authorization: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}` };
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await door.shut();
  await issuer.stop();
});

const keyOf = (n: number) => ({ accountId: "acc", region: "eu", type: "vm", id: `i-${String(n).padStart(3, "0")}` });
const items = (from: number, to: number, name: string) =>
  Array.from({ length: to - from }, (_, n) => ({ ...keyOf(from + n), name, ips: [`10.0.0.${2 * (from + n)}`] }));
const search = () => inventory.send("GET", "/inventory?size=1000", undefined, viewer);
const named = (answer: {
  readonly body: { readonly items: readonly { readonly id: string; readonly name: string }[] };
}) => answer.body.items.map(({ id, name }) => `${id} ${name}`);
const group = async () => {
  const { body } = await inventory.graphql('{ group(id: "g") { addresses { items } } }');
  return body.data.group.addresses.items.join();
};
const addressesOf = (from: number, to: number) =>
  items(from, to, "")
    .map(({ ips }) => `${ips}/32`)
    .join();
const blockWrites = (blocked: true | null) =>
  fetch(`${engine}/${inventory.name}-items-1/_settings`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ "index.blocks.write": blocked }),
  });

test("without the index uploads and clean-ups work, a search fails, then warns about the lag, and in the end is current", async () => {
  await inventory.upload(cloud, { discoveryId: "before", items: items(0, ITEMS, "old") });
  const input = { id: "g", name: "G", filter: { types: ["vm"] } };
  await inventory.graphql("mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }", { input });
  await eventually(search, ({ body }) => body.pageInfo?.total === ITEMS);
  await eventually(group, (found) => found === addressesOf(0, ITEMS));

  await door.shut();
  const beganAt = Date.now();
  // Items 10 to 19 are unchanged, items 20 to 59 are changed, and items 60 to 69 are new. The clean-up removes items 0
  // to 9.
  expect((await inventory.upload(cloud, { discoveryId: "during", items: items(10, 20, "old") })).body).toMatchObject({
    unchanged: 10,
  });
  for (let from = 20; from < ITEMS + 10; from += 10) {
    const { status, body } = await inventory.upload(cloud, {
      discoveryId: "during",
      items: items(from, from + 10, "new"),
    });
    expect({ status, accepted: body.accepted }).toEqual({ status: 200, accepted: 10 });
  }
  const cleanUp = await inventory.send("POST", "/inventory/items/cleanup", { discoveryId: "during" }, cloud);
  expect(cleanUp).toMatchObject({ status: 200, body: { removed: 10, kept: ITEMS } });
  expect(await search()).toMatchObject({
    status: 503,
    body: { code: "UPSTREAM_UNAVAILABLE", detail: expect.stringContaining("the index does not answer") },
  });
  const one = (n: number) =>
    inventory.graphql(
      'query ($id: String!) { inventoryItem(accountId: "acc", region: "eu", type: "vm", id: $id) { name } }',
      { id: keyOf(n).id },
    );
  expect((await one(ITEMS + 9)).body.data.inventoryItem.name).toBe("new");
  expect((await one(0)).body.errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);

  await blockWrites(true);
  await door.open();
  const behind = await eventually(search, ({ headers }) => headers.has("warning"));
  expect(named(behind)).toEqual(items(0, ITEMS, "old").map(({ id, name }) => `${id} ${name}`));
  // The next computation removes exactly the removed items.
  expect([addressesOf(0, ITEMS), addressesOf(10, ITEMS)]).toContain(await group());
  const since = /^110 - "the index lacks uploads since (.+)"$/.exec(behind.headers.get("warning") ?? "")?.[1] ?? "";
  expect(Date.parse(since)).toBeGreaterThanOrEqual(beganAt);
  expect(Date.now() - Date.parse(since)).toBeGreaterThanOrEqual(10_000);

  await blockWrites(null);
  const expected = [...items(10, 20, "old"), ...items(20, ITEMS + 10, "new")].map(({ id, name }) => `${id} ${name}`);
  const caughtUp = await eventually(search, (answer) => named(answer).join() === expected.join());
  await eventually(search, ({ headers }) => !headers.has("warning"));
  for (const found of caughtUp.body.items) {
    const { accountId, region, type, id } = found;
    const { item, ...recorded } = (
      await inventory.send("POST", "/inventory/item", { accountId, region, type, id }, viewer)
    ).body;
    expect({ item, lastSeenAt: recorded.lastSeenAt >= found.lastSeenAt }).toEqual({ item: null, lastSeenAt: true });
    expect({ ...recorded, lastSeenAt: found.lastSeenAt }).toEqual(found);
  }
  await eventually(group, (found) => found === addressesOf(10, ITEMS + 10));
});
