import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createOpenSearchRowIndex, ROW_ENTITIES } from "../row-index/opensearch-row-index.ts";
import { type SearchNeeds, searchEntity } from "./search-entity.ts";
import type { SearchedEstate } from "./searched-estate.ts";
import { streamRules } from "./stream-rules.ts";

const RULES = 25;
const prefix = `siql-test-${crypto.randomUUID().slice(0, 8)}`;
const estate: SearchedEstate = {
  domain: () => undefined,
  groups: [],
  devices: [{ id: 1, name: "fw", groupIds: [1], revision: 7, values: () => undefined, record: {} }],
};
let client: OpenSearchClient;
let needs: SearchNeeds;

beforeAll(async () => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
  const times = { deadlineMs: 50_000, stoppedAfterMs: 55_000, patienceMs: 60_000, atOnce: 2, waitMs: 60_000 };
  const bounded = createBoundedSearch({ ...times, mostBytes: 6_000 });
  const rows = createOpenSearchRowIndex(client, prefix, bounded, () => undefined);
  await rows.prepare(async () => undefined);
  const documents = Array.from({ length: RULES }, (_, place) => ({
    id: `7:${place}`,
    document: {
      ...{ revision: 7, device: 1, device_name: "fw", policy_place: 0, place, row_id: `${place}` },
      record: JSON.stringify({ order: place, comment: "x".repeat(1_000) }),
    },
  }));
  await rows.write("secrule", documents);
  await rows.refresh("secrule");
  const settings = { now: Date.now(), slots: new Map(), properties: new Map(), rangeClauses: 100 };
  needs = { rows, settings: async () => settings } as unknown as SearchNeeds;
});
afterAll(async () => {
  for (const entity of ROW_ENTITIES) await client.call("DELETE", `/${prefix}-${entity}-1`);
  await client.stop();
});

test("a page whose records are more than an answer may hold is refused with the parameter to change", async () => {
  const page = { entity: "secrule", q: "rule{true}", from: 0, sort: [], sortdir: null, estate } as const;
  expect(await searchEntity(needs, { ...page, size: 10 })).toMatchObject({
    ok: false,
    failure: { kind: "invalid-input", fields: [{ path: "pageSize" }] },
  });
  expect(await searchEntity(needs, { ...page, size: 3 })).toMatchObject({ ok: true, total: RULES });
});

test("a stream asks for fewer rules at once where they are large, and misses none", async () => {
  const found = await streamRules(needs, "rule{true}", estate, new AbortController().signal);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  let text = "";
  for await (const part of found.parts) text += part;
  const orders = JSON.parse(text).map(({ order }: { order: number }) => order);
  expect(orders).toEqual(Array.from({ length: RULES }, (_, place) => place));
});
