import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import type { BenchRow } from "@network-access/testkit/bench-row";
import fc from "fast-check";
import { guardQuery } from "../src/search/guard-query.ts";
import { createOpenSearchItemSearch } from "../src/search/opensearch-item-search.ts";
import { createOpenSearchItemIndex, itemsAlias } from "../src/search-index/opensearch-item-index.ts";
import { hostileQuery } from "../test/hostile-queries.ts";

const QUERIES = 100_000;
const AT_ONCE = 4;
const LONGEST = 4_096;
const allItems = { query: null, sort: [], from: 0, size: 1 } as const;

/**
 * Each of these texts is repeated up to the maximum length of a query. A parser that backtracks would take very long
 * for some of the resulting texts.
 */
const tiles = [
  "(",
  ")",
  '"',
  "\\",
  "\\u0041",
  "[a TO ",
  "a:",
  "1:",
  "1.",
  "a-",
  "*",
  "?a",
  "~",
  "/",
  " ",
  "a ",
  '""',
  "ip:1.1.1.1 ",
  "tags.k:",
  'tags."',
  "::",
  "f".repeat(63),
];

/**
 * Sends hostile queries to the guard. Queries that the guard accepts are also sent to the OpenSearch server at
 * `openSearchUrl`. Use a server that may crash. Throws unless OpenSearch answers each of these queries with a page of
 * items or with an error about the query.
 */
export async function fuzzQueryBench(openSearchUrl: string): Promise<BenchRow[]> {
  return [guardRow(), await engineRow(openSearchUrl)];
}

/**
 * Returns the guard's row of the benchmark's table. The guard checks queries before they are sent to OpenSearch. The
 * row compares the time for a text with the floor, which is twice the time for half of that text. A guard that runs in
 * linear time needs about as long as the floor. A guard that runs in quadratic time needs twice as long.
 */
function guardRow(): BenchRow {
  const worst = { ratio: 0, floorMs: 0, oursMs: 0, tile: "" };
  for (const tile of tiles) {
    const whole = tile.repeat(LONGEST).slice(0, LONGEST);
    const floorMs = 2 * bestOf(whole.slice(0, LONGEST / 2));
    const oursMs = bestOf(whole);
    if (oursMs / floorMs > worst.ratio) Object.assign(worst, { ratio: oursMs / floorMs, floorMs, oursMs, tile });
  }
  const { floorMs, oursMs, tile } = worst;
  const note = `the worst of ${tiles.length}: ${JSON.stringify(tile)} repeated; the floor is twice the time of half the length`;
  return { name: `the guard on ${LONGEST} characters`, floorMs, oursMs, aim: 1.8, note };
}

async function engineRow(url: string): Promise<BenchRow> {
  const client = createOpenSearchClient({ nodes: [url] }, { deadlineMs: 30_000 });
  const prefix = `fuzz-${crypto.randomUUID().slice(0, 8)}`;
  const alias = itemsAlias(client, prefix);
  await createOpenSearchItemIndex(client, prefix, alias).prepare(async () => undefined);
  const search = createOpenSearchItemSearch(alias);
  const seen = { refused: 0, refusedByEngine: 0, answered: 0 };
  const began = performance.now();
  const waiting = fc.sample(hostileQuery, { numRuns: QUERIES, seed: 20_261_122 });
  const ask = async () => {
    for (let query = waiting.pop(); query !== undefined; query = waiting.pop()) {
      const guarded = guardQuery(query);
      if (!guarded.ok) seen.refused += 1;
      else {
        const answer = await search.search({ ...allItems, query: guarded.text });
        if (!answer.ok && answer.kind === "late")
          throw new Error(`OpenSearch took too long for ${JSON.stringify(query)}`);
        if (answer.ok) seen.answered += 1;
        else seen.refusedByEngine += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const passed = seen.answered + seen.refusedByEngine;
  const oursMs = (performance.now() - began) / passed;
  const floorBegan = performance.now();
  for (let n = 0; n < 1_000; n += 1) await search.search(allItems);
  const floorMs = (performance.now() - floorBegan) / 1_000;
  await client.call("DELETE", `/${prefix}-items-1`);
  await client.stop();
  const note = `${seen.refused} refused by the guard, ${passed} reached OpenSearch: ${seen.answered} answered, ${seen.refusedByEngine} refused with a message, none failed; the floor is a search without a query, one at a time`;
  return { name: `${QUERIES} hostile queries, for each that reached OpenSearch`, floorMs, oursMs, aim: null, note };
}

function bestOf(query: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round += 1) {
    const began = performance.now();
    for (let n = 0; n < 5; n += 1) guardQuery(query);
    best = Math.min(best, (performance.now() - began) / 5);
  }
  return best;
}
