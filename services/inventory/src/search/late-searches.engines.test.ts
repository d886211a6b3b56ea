import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexLate, presentIndexAway } from "@network-access/service-runtime/opensearch-failures";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { createOpenSearchItemIndex, itemsAlias } from "../search-index/opensearch-item-index.ts";
import { createOpenSearchItemSearch } from "./opensearch-item-search.ts";

/** Searches that exceed a deadline or the limit of concurrent searches. */

const prefix = `late-test-${crypto.randomUUID().slice(0, 8)}`;
const letters = (length: number, seed: number) =>
  Array.from({ length }, (_, n) => "abcdef".charAt((Math.imul(seed + n * n, 2_654_435_761) >>> 16) % 6)).join("");
/**
 * Patterns that OpenSearch must match against every name. The matching takes far longer than the deadlines below, on
 * any machine.
 */
const heavy = Array.from({ length: 240 }, (_, n) => {
  const parts = Array.from({ length: 8 }, (__, m) => letters(3, n * 8 + m));
  return `name:*${parts.join("*")}*`;
}).join(" OR ");
let client: OpenSearchClient;

beforeAll(async () => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
  const index = createOpenSearchItemIndex(client, prefix);
  await index.prepare(async () => undefined);
  for (let from = 0; from < 60_000; from += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, n) => [{ index: {} }, { name: letters(200, from + n) }]);
    await client.call("POST", `/${prefix}-items-1/_bulk?filter_path=errors`, lines.flat());
  }
  await index.refresh();
});
afterAll(async () => {
  await client.call("DELETE", `/${prefix}-items-1`);
  await client.stop();
});

const searchWithin = (bounds: Parameters<typeof createOpenSearchItemSearch>[1]) =>
  createOpenSearchItemSearch(itemsAlias(client, prefix), { patienceMs: 60_000, stoppedAfterMs: 50_000, ...bounds });

test.each([
  ["the engine's time for a search", { deadlineMs: 300 }],
  ["the time after which OpenSearch cancels it", { deadlineMs: 50_000, stoppedAfterMs: 300 }],
  ["the time we wait", { deadlineMs: 50_000, patienceMs: 300 }],
])("a search beyond %s is late", async (_, times) => {
  const search = searchWithin(times);
  const question = { query: heavy, sort: [], from: 0, size: 1 };
  expect(await search.search(question)).toEqual({ ok: false, kind: "late" });
});

test("of many concurrent searches a few are sent, the others are refused, and then searches succeed again", async () => {
  const search = searchWithin({ deadlineMs: 5_000, atOnce: 2, waitMs: 300 });
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => search.search({ query: heavy, sort: [], from: 0, size: 1 })),
  );
  const outcomes = answers.map((one) => (one.status === "fulfilled" ? one.value : presentIndexAway(one.reason)));
  const late = { ok: false, kind: "late" };
  const busy = {
    code: "UPSTREAM_UNAVAILABLE",
    status: 503,
    message: "too many searches are running at once; try again in a second",
  };
  expect(outcomes).toEqual([late, late, ...Array.from({ length: 18 }, () => busy)]);
  expect(await search.search({ query: "name:abc", sort: [], from: 0, size: 1 })).toMatchObject({ ok: true });
});

test("a list of types that exceeds the deadline is late, too", async () => {
  const door = await createEngineDoor(process.env.TEST_OPENSEARCH_URL ?? "");
  const waiting = createOpenSearchClient({ nodes: [door.url] }, { deadlineMs: 60_000 });
  try {
    door.hold();
    const search = createOpenSearchItemSearch(itemsAlias(waiting, prefix), { patienceMs: 300 });
    await expect(search.countTypes()).rejects.toThrow(IndexLate);
  } finally {
    await door.shut();
    await waiting.stop();
  }
});
