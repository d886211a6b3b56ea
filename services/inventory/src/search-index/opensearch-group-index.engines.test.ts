import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { aContent, aFilter } from "../../test/inventory-builders.ts";
import type { IndexedFilter } from "./group-index.ts";
import { createOpenSearchGroupIndex } from "./opensearch-group-index.ts";

const known: IndexedFilter = { groupUuid: "known", revision: 3, filter: aFilter({ types: ["vm"] }) };
const item = aContent("one");

let client: OpenSearchClient;
let prefix: string;
beforeAll(() => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 30_000 });
});
beforeEach(() => {
  prefix = `groups-test-${crypto.randomUUID().slice(0, 8)}`;
});
afterEach(() => client.call("DELETE", `/${prefix}-groups*`));
afterAll(() => client.stop());

async function* filters() {
  yield [known];
}
const indexes = async () => Object.keys((await client.call("GET", `/${prefix}-groups*`)) as object);

test("a lost index of groups is unavailable for the removal of a group, and is created again with its filters", async () => {
  const groupIndex = createOpenSearchGroupIndex(client, prefix);
  await groupIndex.prepare(filters);
  await client.call("DELETE", `/${prefix}-groups-1`);
  await expect(groupIndex.remove("gone", 2)).rejects.toThrow(IndexAway);
  expect(await indexes()).toEqual([]);
  await groupIndex.prepare(filters);
  await groupIndex.remove("gone", 2);
  expect(await groupIndex.ask([item])).toEqual([[known]]);
});

test("an index of groups is not used before it has every filter", async () => {
  let busy = true;
  const refusing: OpenSearchClient = {
    ...client,
    async call(method, path, body, deadlineMs) {
      if (!path.endsWith("/_bulk") || !busy) return client.call(method, path, body, deadlineMs);
      busy = false;
      const error = { type: "rejected_execution_exception", reason: "too much to do" };
      return { errors: true, items: [{ index: { _id: known.groupUuid, status: 429, error } }] };
    },
  };
  const groupIndex = createOpenSearchGroupIndex(refusing, prefix);
  await expect(groupIndex.prepare(filters)).rejects.toThrow(IndexAway);
  await expect(groupIndex.ask([item])).rejects.toThrow(IndexAway);
  await groupIndex.prepare(filters);
  expect(await groupIndex.ask([item])).toEqual([[known]]);
});
