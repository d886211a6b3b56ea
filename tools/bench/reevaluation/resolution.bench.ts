import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { ProcessName } from "@network-access/local-stack/process-plans";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { until } from "@network-access/testkit/until";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import type { Binary } from "mongodb";
import type { BenchSettings } from "../bench-settings.ts";
import { type BenchStack, withBenchStack } from "../bench-stack.ts";
import { inventoryClient } from "../inventory/inventory-client.ts";
import { severalAtOnce, uploadAll } from "../inventory/uploaded-items.ts";
import { memoryOf } from "../load/process-memory.ts";
import { percentile } from "../load/saving.ts";
import { watchResponding } from "../load/watch-responding.ts";
import { readJudgedAmong } from "../saves/judged-among.ts";
import { addressBodies, boundaryInput, groupIds, groupInputs, namingRequest } from "./named-groups.ts";

const WARM_ROUNDS = 5;
const READY_DEADLINE_MS = 600_000;
const SAVED_AT_ONCE = 20;
/**
 * Limits in milliseconds. `DRAFT_MS` limits the first evaluation after a start that names groups, of a draft or of a
 * saved request. `SILENCE_MS` limits the slowest health check during such an evaluation of a draft.
 */
const DRAFT_MS = 10_000;
const SILENCE_MS = 50;
const permissions = [
  "inventory:view",
  "connector:manage",
  "group:view",
  "group:edit",
  "change-request:view",
  "change-request:edit",
  "boundary:view",
  "boundary:edit",
];
const profiled: readonly ProcessName[] = ["inventory", "boundary-evaluator-subgraph", "boundary-evaluator-worker"];

const DRAFT = "query ($input: ChangeRequestInput!) { evaluateChangeRequest(input: $input) { state stateReason } }";
const SAVE = "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }";
const SAVE_BOUNDARY = "mutation ($input: BoundaryInput!) { saveBoundary(input: $input) { id } }";
const SAVE_GROUP = "mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }";
const GROUPS = "{ groups(limit: 200) { items { membersUpdatedAt addressCount } } }";

/**
 * Measures evaluations of requests whose groups have very many addresses in total. A request refers to one group or to
 * a hundred groups. A cold evaluator was just started. A warm evaluator has already evaluated requests with the same
 * groups. The baseline (the floor) reads the stored addresses of the groups and builds sets of them, without our
 * services.
 */
export async function resolutionBench({ addresses, profileFolder }: BenchSettings): Promise<BenchRow[]> {
  return withBenchStack({ permissions, profiled, profileFolder }, async (place) => {
    console.log(`  uploading ${addresses.toLocaleString("en")} addresses and filling ${groupInputs().length} groups`);
    await uploadAll(await inventoryClient(place.graph, place.stack.baseUrl, place.token), addressBodies(addresses));
    await place.graph(SAVE_BOUNDARY, { input: boundaryInput });
    await severalAtOnce(groupInputs(), SAVED_AT_ONCE, (input) => place.graph(SAVE_GROUP, { input }));
    await untilReady(place, addresses);
    return [
      ...(await draftRows(place, "a draft naming one group", groupIds.whole)),
      ...(await draftRows(place, "a draft naming a hundred", groupIds.parts)),
      ...(await savedRows(place, "a save naming one group", groupIds.whole)),
    ];
  });
}

async function draftRows(place: BenchStack, name: string, named: readonly string[]): Promise<BenchRow[]> {
  const floorMs = (await timed(() => readStored(place, named))).ms;
  const { url, stop, start, pid } = place.stack.processes["boundary-evaluator-subgraph"];
  await stop();
  await start();
  const evaluate = async (asked: readonly string[]) => {
    const input = namingRequest("draft", asked);
    const { evaluateChangeRequest: verdict } = await place.graph<{ evaluateChangeRequest: DraftVerdict }>(DRAFT, {
      input,
    });
    if (verdict.state !== "Pass") throw new Error(`the draft became ${verdict.state}: ${verdict.stateReason}`);
  };
  // Sends a request that is not measured. The first request after a start opens connections and reads the boundaries.
  await evaluate([]);
  console.log(`  ${name}`);
  const idle = await watchResponding(url, () => sleep(1_000));
  const inventory = place.stack.baseUrl;
  const cold = await watchResponding(inventory, () => watchResponding(url, () => timed(() => evaluate(named))));
  const warm: number[] = [];
  for (let round = 0; round < WARM_ROUNDS; round += 1) warm.push((await timed(() => evaluate(named))).ms);
  const memory = memoryOf(pid());
  const held = memory ? `the evaluator holds ${memory.nowMb} MiB afterwards, ${memory.mostMb} at most` : "";
  return [
    { name: `${name}, cold`, floorMs, oursMs: cold.value.value.ms, aim: null, barMs: DRAFT_MS, note: held },
    { name: `${name}, warm`, floorMs, oursMs: percentile(warm, 0.5), aim: null },
    silence(`${name}, cold: evaluator silent`, idle.longestMs, cold.value.longestMs),
    silence(`${name}, cold: inventory silent`, idle.longestMs, cold.longestMs),
  ];
}

function silence(name: string, floorMs: number, oursMs: number): BenchRow {
  const note = "the slowest health check meanwhile; floor: of an idle second";
  return { name, floorMs, oursMs, aim: null, barMs: SILENCE_MS, note };
}

async function savedRows(place: BenchStack, name: string, named: readonly string[]): Promise<BenchRow[]> {
  const floorMs = (await timed(() => readStored(place, named))).ms;
  const worker = place.stack.processes["boundary-evaluator-worker"];
  await worker.stop();
  await worker.start();
  const requests = place.mongo.db(`${place.prefix}-change-request`);
  const evaluate = async (id: string, asked: readonly string[]) => {
    await place.graph(SAVE, { input: namingRequest(id, asked) });
    await until("the verdict", async () => (await readJudgedAmong(requests, [id])).length === 1, READY_DEADLINE_MS, 5);
  };
  await evaluate("nothing", []);
  console.log(`  ${name}`);
  const cold = await watchResponding(worker.url, () => timed(() => evaluate("cold", named)));
  const warm: number[] = [];
  for (let round = 0; round < WARM_ROUNDS; round += 1)
    warm.push((await timed(() => evaluate(`warm-${round}`, named))).ms);
  const memory = memoryOf(worker.pid());
  const held = memory ? `; the worker holds ${memory.nowMb} MiB afterwards, ${memory.mostMb} at most` : "";
  const note = `until its verdict is stored${held}; longest silence of the worker ${cold.longestMs.toFixed(0)} ms`;
  return [
    { name: `${name}, cold`, floorMs, oursMs: cold.value.ms, aim: null, barMs: DRAFT_MS, note },
    { name: `${name}, warm`, floorMs, oursMs: percentile(warm, 0.5), aim: null },
  ];
}

interface DraftVerdict {
  state: string;
  stateReason: string;
}

/** Reads the stored address lists of the groups, and builds address sets. */
async function readStored({ mongo, prefix }: BenchStack, ids: readonly string[]): Promise<void> {
  const database = mongo.db(`${prefix}-inventory`);
  const groups = await database
    .collection<{ _id: string; members: { hash: string } }>("groups")
    .find({ _id: { $in: [...ids] } }, { projection: { "members.hash": 1 } })
    .toArray();
  if (groups.length !== ids.length) throw new Error(`${ids.length} groups are stored as ${groups.length}`);
  for (const { members } of groups) {
    const chunks = database.collection<{ cidrs: Binary; chunk: number }>("address-list-chunks");
    const found = await chunks.find({ hash: members.hash }, { sort: { chunk: 1 } }).toArray();
    addressSetOfTexts(found.flatMap(({ cidrs }) => gunzipSync(cidrs.buffer).toString().split("\n")));
  }
}

async function untilReady({ graph }: BenchStack, addresses: number): Promise<void> {
  const areFilled = async () => {
    const { groups } = await graph<{ groups: { items: { membersUpdatedAt: string | null; addressCount: number }[] } }>(
      GROUPS,
    );
    const members = groups.items.reduce((sum, group) => sum + (group.membersUpdatedAt ? group.addressCount : 0), 0);
    return members === 2 * addresses;
  };
  await until("filling the groups", areFilled, READY_DEADLINE_MS, 500);
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const beganAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - beganAt };
}
