import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { startTestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { z } from "zod";
import { createOpenSearchItemSearch } from "../../src/search/opensearch-item-search.ts";
import { createOpenSearchGroupIndex } from "../../src/search-index/opensearch-group-index.ts";
import { createOpenSearchItemIndex, itemsAlias } from "../../src/search-index/opensearch-item-index.ts";
import { collect } from "../inventory-builders.ts";
import { removeInventory, startInventory } from "../running-inventory.ts";
import { connector, feedToken, filter, foundItem, openItem } from "./values.ts";

/**
 * After an update of the service, an index keeps the documents that the earlier release wrote, until the index is
 * rebuilt. The files in indexes/ contain the documents that this service writes to its indexes, and the hash of each
 * index's definition. If the hash changes, the index has to be rebuilt.
 */

const Document = z.object({ _id: z.string(), _version: z.int(), _source: z.record(z.string(), z.unknown()) });
const Committed = z.object({ definition: z.string(), documents: z.array(Document) });
const Mappings = z.record(z.string(), z.object({ aliases: z.object({}).loose(), mappings: z.object({}).loose() }));
const kinds = ["groups", "items"] as const;
type Kind = (typeof kinds)[number];

let client: OpenSearchClient;
const prefixes: string[] = [];
beforeAll(() => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 30_000 });
});
afterEach(async () => {
  for (const prefix of prefixes.splice(0)) await client.call("DELETE", `/${prefix}-items-1,${prefix}-groups-1`);
});
afterAll(() => client.stop());

function committed(kind: Kind): z.infer<typeof Committed> {
  const text = readFileSync(new URL(`./indexes/${kind}.json`, import.meta.url), "utf8");
  return Committed.parse(JSON.parse(text));
}

async function openIndexes() {
  const prefix = `stored-${crypto.randomUUID().slice(0, 8)}`;
  prefixes.push(prefix);
  const alias = itemsAlias(client, prefix);
  const itemIndex = createOpenSearchItemIndex(client, prefix, alias);
  const groupIndex = createOpenSearchGroupIndex(client, prefix);
  await itemIndex.prepare(async () => undefined);
  await groupIndex.prepare(async function* () {});
  return { prefix, itemIndex, groupIndex, itemSearch: createOpenSearchItemSearch(alias) };
}

async function committedIndexes() {
  const opened = await openIndexes();
  for (const kind of kinds)
    for (const { _id, _version, _source } of committed(kind).documents) {
      const path = `/${opened.prefix}-${kind}-1/_doc/${_id}?version=${_version}&version_type=external&refresh=true`;
      await client.call("PUT", path, _source);
    }
  return opened;
}

test("every index that the process makes is committed", async () => {
  const issuer = await startTestIssuer();
  const running = await startInventory(issuer);
  const names = async () => Object.keys(Mappings.parse(await client.call("GET", `/${running.name}-*`))).sort();
  const expected = kinds.map((kind) => `${running.name}-${kind}-1`);
  await until("both indexes", async () => (await names()).length >= expected.length);
  expect(await names()).toEqual(expected);
  await running.stop();
  await removeInventory(running.name);
  await issuer.stop();
});

test("what is written to the indexes has the members of the committed documents", async () => {
  const { prefix, itemIndex, groupIndex } = await openIndexes();
  expect(await itemIndex.write([openItem])).toEqual(new Map());
  await groupIndex.put({ groupUuid: feedToken.groupUuid, revision: 4, filter });
  for (const kind of kinds) {
    const { documents, definition } = committed(kind);
    const found = documents.map(({ _id }) => client.call("GET", `/${prefix}-${kind}/_doc/${_id}`));
    expect((await Promise.all(found)).map((one) => Document.parse(one))).toEqual(documents);
    const index = Mappings.parse(await client.call("GET", `/${prefix}-${kind}-1`))[`${prefix}-${kind}-1`];
    expect(Object.keys(index?.aliases ?? {}).sort()).toEqual([`${prefix}-${kind}`, `${prefix}-${kind}-1-WRITE`]);
    expect(index?.mappings._meta).toEqual({ definition });
  }
});

test("committed items are found as groups and people ask for them", async () => {
  const { itemIndex, itemSearch } = await committedIndexes();
  const { itemId, rev, ips } = openItem;
  expect(await collect(itemIndex.search(filter))).toEqual([[{ itemId, rev, ips }]]);
  expect(await itemIndex.countByConnector()).toEqual(new Map([[connector.uuid, 1]]));
  for (const query of [null, "web-1.example.com", "vendor:aws", "connectorId:cloud"])
    expect(await itemSearch.search({ query, sort: [], from: 0, size: 10 })).toEqual({
      ok: true,
      total: 1,
      items: [foundItem],
    });
  expect(await itemSearch.countTypes()).toEqual([{ type: "vm", typeName: "Virtual machine", count: 1 }]);
});

test("committed filters are found by the items they select", async () => {
  const { groupIndex } = await committedIndexes();
  const indexed = { groupUuid: feedToken.groupUuid, revision: 4, filter };
  const other = { ...openItem, key: { ...openItem.key, type: "disk" } };
  expect(await groupIndex.ask([openItem, other])).toEqual([[indexed], []]);
  await groupIndex.remove(feedToken.groupUuid, 5);
  expect(await groupIndex.ask([openItem])).toEqual([[]]);
});
