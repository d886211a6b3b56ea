import { firstPageBody } from "@network-access/security-manager/first-page-body";
import type { BenchRow } from "@network-access/testkit/bench-row";
import type { BenchSettings } from "../bench-settings.ts";
import { callHttp } from "../load/call-http.ts";
import { memoryOf } from "../load/process-memory.ts";
import { percentile } from "../load/saving.ts";
import { countDifferences } from "./count-differences.ts";
import { type EstateStack, withEstateStack } from "./estate-stack.ts";
import { type EstateUser, type LoadedEstate, loadEstate, removeEstate } from "./load-estate.ts";
import { SET_OPERATORS, SET_QUERIES, type SetQuery, siqlOf } from "./set-queries.ts";

const WARM_ROUNDS = 4;
const ROUNDS = 8;
const P50_MS = 30;
const P99_MS = 150;
const STREAM_MS = 10_000;
const STREAM_MB = 512;
const STREAMED_AT_ONCE = 1_000;
/**
 * The number of rules at the beginning of each answer that are compared one by one with the expected rules. Of all
 * further rules, only the total number is compared.
 */
const COMPARED = 1_000;
/** The number of rules for which times are promised. With `GROWN` rules, searches may take three times as long. */
const PROMISED = 100_000;
const GROWN = 300_000;

/**
 * Measures searches for rules with set operators, in estates of several sizes. The baseline (the floor) sends the same
 * clauses directly to the search engine.
 */
export async function siqlBench(settings: BenchSettings): Promise<BenchRow[]> {
  return withEstateStack(settings, async (stack) => {
    const rows: BenchRow[] = [];
    const medians = new Map<number, number>();
    for (const rules of settings.rules) {
      console.log(`  storing ${rules.toLocaleString("en")} rules`);
      const estate = await loadEstate(stack, rules);
      // Restarts the process, so that storing the rules does not affect the measurement.
      await stack.restart();
      const { found, median } = await searchRows(stack, estate, rules);
      medians.set(rules, median);
      rows.push(...found, ...(await sharedRows(stack, estate, rules)));
      rows.push(await streamRow(stack, estate, rules));
      if (rules === PROMISED) rows.push(await differencesRow(stack, estate, rules));
      await removeEstate(stack, estate);
    }
    const [promised, grown] = [medians.get(PROMISED), medians.get(GROWN)];
    if (promised !== undefined && grown !== undefined)
      rows.push({ name: "300,000 rules beside 100,000, p50", floorMs: promised, oursMs: grown, aim: 3 });
    return rows;
  });
}

interface Times {
  readonly ours: number[];
  readonly floor: number[];
}

/** Measures searches one after the other, alternately through the service and directly on the search engine. */
async function searchRows(stack: EstateStack, { devices }: LoadedEstate, rules: number) {
  const { authorization } = stack;
  const caller = { authorization, revisions: devices.map(({ revision }) => revision) };
  for (let round = 0; round < WARM_ROUNDS; round += 1) await alternate(stack, caller, SET_QUERIES, noTimes());
  const byOperator = new Map(SET_OPERATORS.map((operator) => [operator, noTimes()]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [operator, times] of byOperator)
      await alternate(
        stack,
        caller,
        SET_QUERIES.filter((query) => query.operator === operator),
        times,
      );
  const found = [...byOperator].flatMap(([operator, times]) => timeRows(`${named(rules)}: ${operator}`, times));
  const memory = await stack.memory();
  const last = found.at(-1);
  const median = percentile(
    [...byOperator.values()].flatMap(({ ours }) => ours),
    0.5,
  );
  return { found: last ? [...found.slice(0, -1), { ...last, note: memory }] : found, median };
}

/**
 * Measures concurrent searches of two users with different groups. As the floor, two concurrent callers send the same
 * clauses directly to the search engine.
 */
async function sharedRows(stack: EstateStack, { users }: LoadedEstate, rules: number): Promise<BenchRow[]> {
  const times = noTimes();
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(users.map((user) => eachQuery((query) => timed(times.ours, () => search(stack, user, query)))));
    await Promise.all(
      users.map((user) => eachQuery((query) => timed(times.floor, () => askEngine(stack, user, query)))),
    );
  }
  return timeRows(`${named(rules)}: two users at once`, times);
}

async function streamRow(stack: EstateStack, { devices }: LoadedEstate, rules: number): Promise<BenchRow> {
  await stack.restart();
  const beganAt = performance.now();
  const url = `${stack.managerUrl}/securitymanager/api/siql/secrule/stream?q=${encodeURIComponent("rule{number > 0}")}`;
  const response = await fetch(url, { headers: { authorization: stack.authorization } });
  let bytes = 0;
  let end = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    end = chunk.at(-1) ?? end;
  }
  if (!response.ok || end !== "]".charCodeAt(0)) throw new Error(`the stream ended early, with ${response.status}`);
  const oursMs = performance.now() - beganAt;
  const mostMb = memoryOf(stack.pid())?.mostMb ?? 0;
  const floorMs = await bareStream(
    stack,
    devices.map(({ revision }) => revision),
  );
  const note = `${Math.round(bytes / 2 ** 20)} MiB; the manager had ${mostMb} MiB at most, ${mostMb <= STREAM_MB ? "within" : "ABOVE"} ${STREAM_MB}; floor: the same pages of the engine`;
  const bar = rules <= PROMISED ? { barMs: STREAM_MS } : {};
  return { name: `${named(rules)}: stream`, floorMs, oursMs, aim: null, ...bar, note };
}

async function differencesRow(stack: EstateStack, estate: LoadedEstate, rules: number): Promise<BenchRow> {
  const beganAt = performance.now();
  const { differences, found } = await countDifferences(estate, SET_QUERIES, COMPARED, async (query) => {
    const path = `${searchPath(query)}&pageSize=${COMPARED}`;
    const { total, results } = JSON.parse((await stack.client.call("GET", path)).text) as SearchAnswer;
    const places = results.map(({ ndDevice, name }) => ({
      device: ndDevice.id,
      place: Number(name.split("-").at(-1)),
    }));
    return { total, first: places };
  });
  if (differences.length > 0)
    throw new Error(`${differences.length} answers differ: ${differences.slice(0, 5).join("; ")}`);
  const oursMs = performance.now() - beganAt;
  const note = `${SET_QUERIES.length} queries found ${found} rules: totals and the first ${COMPARED} as in a walk of the snapshots`;
  return { name: `${named(rules)}: 0 differences`, floorMs: oursMs, oursMs, aim: null, note };
}

interface SearchAnswer {
  readonly total: number;
  readonly results: readonly { readonly ndDevice: { readonly id: number }; readonly name: string }[];
}

type Caller = Pick<EstateUser, "authorization" | "revisions">;

async function alternate(
  stack: EstateStack,
  caller: Caller,
  queries: readonly SetQuery[],
  times: Times,
): Promise<void> {
  for (const query of queries) {
    await timed(times.ours, () => search(stack, caller, query));
    await timed(times.floor, () => askEngine(stack, caller, query));
  }
}

async function search({ managerUrl }: EstateStack, { authorization }: Caller, query: SetQuery): Promise<void> {
  const url = `${managerUrl}/securitymanager/api${searchPath(query)}`;
  const { status, text } = await callHttp("GET", url, { authorization });
  if (status !== 200) throw new Error(`${siqlOf(query)} answered ${status}: ${text.slice(0, 300)}`);
}

async function askEngine({ engine, ruleIndex }: EstateStack, { revisions }: Caller, query: SetQuery): Promise<void> {
  await engine("POST", `/${ruleIndex}/_search`, firstPageBody(siqlOf(query), revisions));
}

function searchPath(query: SetQuery): string {
  return `/siql/secrule/paged-search?q=${encodeURIComponent(siqlOf(query))}`;
}

async function eachQuery(work: (query: SetQuery) => Promise<unknown>): Promise<void> {
  for (const query of SET_QUERIES) await work(query);
}

/** Reads all rules from the search index page by page, as the service does. Returns how many milliseconds this took. */
async function bareStream({ engine, ruleIndex }: EstateStack, revisions: readonly number[]): Promise<number> {
  const beganAt = performance.now();
  const body = firstPageBody("rule{number > 0}", revisions);
  for (let after: readonly unknown[] | undefined; ; ) {
    const page = { ...body, size: STREAMED_AT_ONCE, ...(after && { search_after: after }) };
    const { hits } = (await engine("POST", `/${ruleIndex}/_search`, page)) as EngineAnswer;
    after = hits.hits.at(-1)?.sort;
    if (hits.hits.length < STREAMED_AT_ONCE) return performance.now() - beganAt;
  }
}

interface EngineAnswer {
  readonly hits: { readonly hits: readonly { readonly sort: readonly unknown[] }[] };
}

function timeRows(name: string, times: Times): BenchRow[] {
  return ([0.5, 0.99] as const).map((share) => ({
    name: `${name}, p${share * 100}`,
    ...{ floorMs: percentile(times.floor, share), oursMs: percentile(times.ours, share), aim: null },
    barMs: share === 0.5 ? P50_MS : P99_MS,
  }));
}

function noTimes(): Times {
  return { ours: [], floor: [] };
}

function named(rules: number): string {
  return `${rules.toLocaleString("en")} rules`;
}

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const beganAt = performance.now();
  await work();
  into.push(performance.now() - beganAt);
}
