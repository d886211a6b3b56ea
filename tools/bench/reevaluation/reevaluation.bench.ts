import { setTimeout as sleep } from "node:timers/promises";
import type { Graph } from "@network-access/local-stack/graph-client";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { until } from "@network-access/testkit/until";
import type { BenchSettings } from "../bench-settings.ts";
import { type BenchStack, withBenchStack } from "../bench-stack.ts";
import { type InventoryClient, inventoryClient } from "../inventory/inventory-client.ts";
import { severalAtOnce } from "../inventory/uploaded-items.ts";
import { percentile, timeSaves } from "../load/saving.ts";
import { graphSaving, saveBoundaries } from "../saves/graph-saving.ts";
import { readJudgedAmong } from "../saves/judged-among.ts";
import { readComparisons } from "./comparisons.ts";
import { fiveRules, flippingRequest, GROUPS, groupOf, namingBoundary } from "./reevaluated-inputs.ts";

const ROUNDS = 12;
const SAVES_AT_ONCE = 16;
const FLOOR_SAVES = 40;
const POLL_EVERY_MS = 5;
const DEADLINE_MS = 60_000;
const FEED_BAR_MS = 5_000;
const SAVE = "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }";
const permissions = [
  ...["change-request:view", "change-request:edit", "boundary:view", "boundary:edit"],
  ...["inventory:view", "connector:manage", "group:view", "group:edit"],
];

/**
 * Measures how soon a stored request gets a new verdict after an upload. The upload adds an address to a group, which
 * changes the verdict of one of many stored requests. The baseline (the floor) is the time from a save to its verdict
 * in the same run.
 *
 * Also measures stale scans, which search for verdicts whose inputs have changed. Their baseline reads the same
 * documents from the database.
 */
export async function reevaluationBench({ requests, profileFolder }: BenchSettings): Promise<BenchRow[]> {
  const profiled = ["boundary-evaluator-worker"] as const;
  return withBenchStack({ permissions, profiled, profileFolder }, (stack) => measure(stack, requests));
}

async function measure(place: BenchStack, count: number): Promise<BenchRow[]> {
  const { graph, stack, mongo, prefix } = place;
  const client = await inventoryClient(graph, stack.baseUrl, place.token);
  console.log("  saving boundaries and groups");
  await saveBoundaries(graph);
  for (let n = 0; n < GROUPS; n += 1) {
    await upload(client, n, "first", "10.199.0.1");
    await graph("mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }", { input: groupOf(n) });
    await graph("mutation ($input: BoundaryInput!) { saveBoundary(input: $input) { id } }", {
      input: namingBoundary(n),
    });
  }
  const named = count.toLocaleString("en");
  console.log(`  saving ${named} change requests`);
  const savingAt = performance.now();
  const others = Array.from({ length: count - ROUNDS }, (_, n) => fiveRules(`stored-${n}`, n));
  const flipping = Array.from({ length: ROUNDS }, (_, n) => flippingRequest(`flips-${n}`, n));
  await severalAtOnce([...others, ...flipping], SAVES_AT_ONCE, (input) => graph(SAVE, { input }));
  const evaluator = mongo.db(`${prefix}-boundary-evaluator`);
  const stored = () => evaluator.collection("standing-judgings").estimatedDocumentCount();
  await waitFor("the verdict of every request", async () => (await stored()) >= count, 600_000);
  console.log(`  stored and evaluated after ${Math.round((performance.now() - savingAt) / 1_000)} s`);

  const requests = mongo.db(`${prefix}-change-request`);
  const saving = graphSaving(graph, (ids) => readJudgedAmong(requests, ids));
  const course = { prefix: "floor", first: count, count: FLOOR_SAVES, everyMs: 0 };
  const { final: saves } = await timeSaves(saving, course);

  console.log(`  ${ROUNDS} rounds: an address is uploaded, and one of ${named} requests gets another verdict`);
  const stateOf = async (id: string) => {
    const found = await requests
      .collection<{ _id: string; verdict: { state: string } | null }>("change-requests")
      .findOne({ _id: id }, { projection: { verdict: 1 } });
    return found?.verdict?.state;
  };
  const times = { group: [] as number[], flip: [] as number[], comparing: [] as number[], floor: [] as number[] };
  const workerUrl = stack.processes["boundary-evaluator-worker"].url;
  for (let round = 0; round < ROUNDS; round += 1) {
    const number = round % GROUPS;
    const before = await readComparisons(workerUrl);
    const revision = await membersRevision(graph, number);
    const beganAt = performance.now();
    await upload(client, number, `added-${round}`, `10.200.${round}.7`);
    const group = waitFor("another membership", async () => (await membersRevision(graph, number)) > revision).then(
      () => times.group.push(performance.now() - beganAt),
    );
    await waitFor("another verdict", async () => (await stateOf(`flips-${round}`)) === "Pass");
    times.flip.push(performance.now() - beganAt);
    await group;
    // Waits for the end of the stale scan that found the change. Then waits for further scans that were requested in
    // the meantime.
    await waitFor("a stale scan", async () => (await readComparisons(workerUrl)).count > before.count);
    await sleep(5_000);
    times.comparing.push((await readComparisons(workerUrl)).ms - before.ms);
    times.floor.push(await bareRead(place));
  }
  const p = (values: readonly number[], share: number) => percentile(values, share);
  return [
    row(
      "an uploaded address is in its group, p50",
      p(saves, 0.5),
      p(times.group, 0.5),
      FEED_BAR_MS,
      "floor: a save and its verdict",
    ),
    row(
      `and one of ${named} requests has another verdict, p50`,
      p(saves, 0.5),
      p(times.flip, 0.5),
      undefined,
      `${ROUNDS} rounds; a thousand boundaries, ${GROUPS} of them name the groups`,
    ),
    row(`and one of ${named} requests has another verdict, p99`, p(saves, 0.99), p(times.flip, 0.99)),
    row(
      `comparing ${named} requests of five rules, p50`,
      p(times.floor, 0.5),
      p(times.comparing, 0.5),
      undefined,
      "time of the worker's stale scans in a round; floor: reading the same documents",
    ),
  ];
}

function row(name: string, floorMs: number, oursMs: number, barMs?: number, note?: string): BenchRow {
  return { name, floorMs, oursMs, aim: null, ...(barMs ? { barMs } : {}), ...(note ? { note } : {}) };
}

function upload(client: InventoryClient, group: number, id: string, ip: string) {
  const item = {
    accountId: "acc",
    region: "eu",
    type: "vm",
    id: `${group}-${id}`,
    ips: [ip],
    tags: { bench: `g${group}` },
  };
  return client.upload(Buffer.from(JSON.stringify({ discoveryId: "reevaluation", items: [item] })));
}

async function membersRevision(graph: Graph, number: number): Promise<number> {
  const query = "query ($id: String!) { group(id: $id) { membersRevision } }";
  return (await graph<{ group: { membersRevision: number } }>(query, { id: `g${number}` })).group.membersRevision;
}

/**
 * Reads every latest evaluation and its rules from the database, as a stale scan does that has no rules in its cache.
 * Returns the duration in milliseconds.
 */
async function bareRead({ mongo, prefix }: BenchStack): Promise<number> {
  const database = mongo.db(`${prefix}-boundary-evaluator`);
  const beganAt = performance.now();
  await database.collection("standing-judgings").find().sort({ place: 1 }).toArray();
  const keys = { _id: { $gte: "rules:", $lt: "rules;" } } as object;
  await database.collection("contents").find(keys).toArray();
  return performance.now() - beganAt;
}

async function waitFor(what: string, poll: () => Promise<boolean>, withinMs = DEADLINE_MS): Promise<void> {
  await until(what, poll, withinMs, POLL_EVERY_MS);
}
