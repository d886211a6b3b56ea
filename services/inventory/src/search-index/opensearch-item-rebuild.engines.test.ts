import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createInMemoryLeaseStore } from "@network-access/service-runtime/in-memory-lease-store";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { aFilter, aStamp, aWrite, collect } from "../../test/inventory-builders.ts";
import { unlimitedScope } from "../connectors/discovery-run.ts";
import { rebuildIndex } from "../projection/rebuild-index.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { createOpenSearchItemIndex } from "./opensearch-item-index.ts";
import { createOpenSearchItemRebuild } from "./opensearch-item-rebuild.ts";

const far = new Date("2100-01-01T00:00:00Z");
const never = new AbortController().signal;

let client: OpenSearchClient;
let prefix: string;
beforeAll(() => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 30_000 });
});
beforeEach(async () => {
  prefix = `rebuild-test-${crypto.randomUUID().slice(0, 8)}`;
  await createOpenSearchItemIndex(client, prefix).prepare(async () => undefined);
});
afterEach(() => client.call("DELETE", `/${prefix}-items-*`));
afterAll(() => client.stop());

const searched = async () => Object.keys((await client.call("GET", `/_alias/${prefix}-items`)) as object);

test("an item that was removed before a rebuild stays out when its older state is written later", async () => {
  const { items, memberships, removals, walk } = createInMemoryItems();
  const itemIndex = createOpenSearchItemIndex(client, prefix);
  await items.insert([aWrite("kept"), aWrite("removed")], aStamp());
  await items.markSeen([aWrite("kept")], aStamp({ runSequence: 2 }));
  const heldUp = await memberships.readOpen(10, far);
  await itemIndex.write(heldUp);
  await collect(removals.removeUnseen({ connectorUuid: "c-1", scope: unlimitedScope, sequence: 2 }, far));
  const removed = await memberships.readOpen(10, far);
  await itemIndex.write(removed);
  await memberships.settle(removed);

  const needs = { leases: createInMemoryLeaseStore(), walk, items, holder: "me", now: () => new Date() };
  const rebuild = createOpenSearchItemRebuild(client, prefix);
  const rebuilt = await rebuildIndex({ ...needs, rebuild, progress: () => undefined }, never);
  expect(rebuilt).toMatchObject({ ok: true, rebuilt: { items: 1 } });
  await itemIndex.write(heldUp);
  await itemIndex.refresh();
  const found = (await collect(itemIndex.search(aFilter({ types: ["vm"] })))).flat();
  expect(found.map(({ itemId }) => itemId)).toEqual([aWrite("kept").itemId]);
});

test("an index that became the searched one meanwhile is not deleted by the next rebuild", async () => {
  const first = createOpenSearchItemRebuild(client, prefix);
  const index = await first.begin();
  let isHeldUp = true;
  const slow: OpenSearchClient = {
    ...client,
    async call(method, path, body, deadlineMs) {
      if (isHeldUp && (method === "DELETE" || path === "/_aliases")) {
        isHeldUp = false;
        await first.swap(index);
      }
      return client.call(method, path, body, deadlineMs);
    },
  };
  await expect(createOpenSearchItemRebuild(slow, prefix).begin()).rejects.toThrow();
  expect(await searched()).toEqual([index]);
  expect(await createOpenSearchItemRebuild(client, prefix).begin()).toBe(`${prefix}-items-3`);
});

test("a rebuild deletes what an earlier one left", async () => {
  const rebuild = createOpenSearchItemRebuild(client, prefix);
  await rebuild.begin();
  expect(await rebuild.begin()).toBe(`${prefix}-items-3`);
  const there = Object.keys((await client.call("GET", `/${prefix}-items-*`)) as object).sort();
  expect(there).toEqual([`${prefix}-items-1`, `${prefix}-items-3`]);
  expect(await searched()).toEqual([`${prefix}-items-1`]);
});
