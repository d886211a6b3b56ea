import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { percentile } from "../load/saving.ts";
import type { BareInventory, Engine } from "./bare-inventory.ts";
import type { InventoryClient } from "./inventory-client.ts";

const ROUNDS = 200;
const DEEP_ROUNDS = 10;
const P50_BAR_MS = 5;
const P99_BAR_MS = 20;
const DEEP_BAR_MS = 400;
const WORD = "payments";
/** The pause between two searches. Without it, the searches would cause most of the load. */
const SEARCH_EVERY_MS = 100;

/** Queries of a customer and their equivalents for OpenSearch. */
const searches = [
  { name: 'ip:"cidr"', ours: 'ip:"10.0.1.0/24"', bare: "ip:[10.0.1.0 TO 10.0.1.255]" },
  {
    name: 'field:"value" AND ...',
    ours: 'region:"eu-1" AND type:"instance"',
    bare: 'region:"eu-1" AND type:"instance"',
  },
  { name: "one word", ours: WORD, bare: WORD },
] as const;

interface Place {
  readonly client: Pick<InventoryClient, "search" | "typeNames">;
  readonly engine: Engine;
  /** The alias of the index of items. */
  readonly index: string;
}

/** Measures the searches one after the other, alternately through the service and directly on OpenSearch. */
export async function searchRows(place: Place, named: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, ours, bare } of searches) {
    const times = await alternate(
      ROUNDS,
      () => place.client.search({ query: ours }),
      () => askEngine(place, bare),
    );
    const more = percentile(times.ours, 0.5) - percentile(times.floor, 0.5);
    const note = `${times.total} found; ${more.toFixed(1)} ms more than the engine (p50)`;
    rows.push({ ...rowOf(`${named} items: ${name}, p50`, times, 0.5), barMs: P50_BAR_MS, note });
    rows.push({ ...rowOf(`${named} items: ${name}, p99`, times, 0.99), barMs: P99_BAR_MS });
  }
  const deep = await alternate(
    DEEP_ROUNDS,
    () => place.client.search({ query: "*:*", sort: "name", from: 9_990, size: 10 }),
    () => askEngine(place, "*:*", { from: 9_990, size: 10, sort: [{ name: "asc" }, { key: "asc" }] }),
  );
  if (deep.total >= 10_000)
    rows.push({ ...rowOf(`${named} items: the page at 9,990, p50`, deep, 0.5), barMs: DEEP_BAR_MS });
  return rows;
}

/**
 * Runs `work` while searches run in the background. Returns the result of `work` and the times of the searches. Each
 * round of searches has three requests: a search for one word through the service, a search for the same word directly
 * on OpenSearch, and a count of the items. The upload and its baseline (the floor) are both measured with these
 * searches in the background.
 */
export async function whileSearching<Result>(place: Place, named: string, work: () => Promise<Result>) {
  const ended = new AbortController();
  const searched = searchUntil(place, named, ended.signal);
  const result = await work().finally(() => ended.abort());
  return { result, searched: await searched };
}

async function searchUntil(place: Place, named: string, ended: AbortSignal): Promise<BenchRow> {
  const ours: number[] = [];
  const floor: number[] = [];
  while (!ended.aborted) {
    await timed(ours, () => place.client.search({ query: WORD }));
    await timed(floor, () => askEngine(place, WORD));
    await countItems(place);
    await sleep(SEARCH_EVERY_MS);
  }
  const row = rowOf(`${named} items: one word during the upload, p99`, { ours, floor }, 0.99);
  return { ...row, note: `${ours.length} searches, p50 ${percentile(ours, 0.5).toFixed(1)} ms` };
}

/** Throws unless the database, the counts by type and a scan of the index show the same number of items. */
export async function countsAgree(place: Place, bare: Pick<BareInventory, "countStored">, count: number) {
  const stored = await bare.countStored();
  const types = (await place.client.typeNames()).reduce((sum, one) => sum + one.count, 0);
  const scanned = new Set<string>();
  for (let after: string | undefined; ; ) {
    const position = after === undefined ? {} : { search_after: [after] };
    const answer = (await place.engine("POST", `/${place.index}/_search`, {
      size: 5_000,
      _source: false,
      sort: [{ itemId: "asc" }],
      track_total_hits: false,
      ...position,
    })) as { hits: { hits: { _id: string; sort: [string] }[] } };
    for (const { _id } of answer.hits.hits) scanned.add(_id);
    after = answer.hits.hits.at(-1)?.sort[0];
    if (after === undefined) break;
  }
  const seen = `the database has ${stored} items, the types count ${types}, a scan of the index finds ${scanned.size}`;
  console.log(`  ${seen}`);
  if ([stored, types, scanned.size].some((found) => found !== count)) throw new Error(`of ${count} items ${seen}`);
}

/** Returns the number of items that a search can find. */
export async function countItems({ engine, index }: Pick<Place, "engine" | "index">): Promise<number> {
  return ((await engine("GET", `/${index}/_count`)) as { count: number }).count;
}

async function askEngine({ engine, index }: Place, query: string, more: object = {}): Promise<void> {
  await engine("POST", `/${index}/_search`, {
    query: { bool: { filter: [{ query_string: { query, default_field: "all_text", default_operator: "and" } }] } },
    size: 20,
    sort: [{ key: "asc" }],
    track_total_hits: 10_000,
    ...more,
  });
}

async function alternate(rounds: number, askOurs: () => Promise<{ total: number }>, askFloor: () => Promise<void>) {
  const ours: number[] = [];
  const floor: number[] = [];
  let total = 0;
  for (let round = 0; round < rounds; round += 1) {
    total = (await timed(ours, askOurs)).total;
    await timed(floor, askFloor);
  }
  return { ours, floor, total };
}

function rowOf(name: string, times: { ours: readonly number[]; floor: readonly number[] }, share: number): BenchRow {
  return { name, floorMs: percentile(times.floor, share), oursMs: percentile(times.ours, share), aim: null };
}

async function timed<Value>(into: number[], work: () => Promise<Value>): Promise<Value> {
  const beganAt = performance.now();
  const value = await work();
  into.push(performance.now() - beganAt);
  return value;
}
