import { setTimeout as sleep } from "node:timers/promises";
import { type Graph, GraphError } from "@network-access/local-stack/graph-client";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { type GeneratedItem, generatedItem } from "@network-access/testkit/generated-items";
import type { BenchSettings } from "../bench-settings.ts";
import { type BenchStack, withBenchStack } from "../bench-stack.ts";
import { memoryOf } from "../load/process-memory.ts";
import { percentile } from "../load/saving.ts";
import { type BareInventory, bareInventory, openSearch } from "./bare-inventory.ts";
import { type InventoryClient, inventoryClient } from "./inventory-client.ts";
import { countItems, countsAgree, searchRows, whileSearching } from "./inventory-search.ts";
import {
  type BenchGroup,
  benchGroups,
  itemIds,
  severalAtOnce,
  UPLOADS_AT_ONCE,
  uploadAll,
  uploadBodies,
} from "./uploaded-items.ts";

const WARM_UP = 10_000;
const READS = 500;
/** The pause between polls. Polling must not be the main load. */
const POLL_EVERY_MS = 200;
const STALL_MS = 120_000;
const UNCHANGED_A_SECOND = 10_000;
const permissions = ["inventory:view", "connector:manage", "group:view", "group:edit"];

/**
 * Measures uploads as a connector sends them, and reads as clients send them. Starts a new stack for each number of
 * items. The baseline (the floor) writes and reads the same documents directly on MongoDB and OpenSearch, with the same
 * background searches.
 */
export async function inventoryBench({ items, profileFolder }: BenchSettings): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const count of items)
    rows.push(
      ...(await withBenchStack({ permissions, profiled: ["inventory"], profileFolder }, (stack) =>
        measure(stack, count),
      )),
    );
  return rows;
}

async function measure(place: BenchStack, count: number): Promise<BenchRow[]> {
  const { stack, graph, token } = place;
  const client = await inventoryClient(graph, stack.baseUrl, token);
  const groups = benchGroups(Array.from({ length: 1_000 }, (_, number) => generatedItem(number)));
  await saveGroups(graph, groups);
  const named = count.toLocaleString("en");
  const searching = { client, engine: openSearch(place.opensearchUrl), index: `${place.prefix}-items` };

  // Before the measurement, the service and the baseline process other items. Both are then warm, and their databases
  // and indexes have the same size.
  console.log(`  ${named} items: warming up with ${WARM_UP.toLocaleString("en")} others`);
  const warmBodies = uploadBodies("warm-up", count, WARM_UP);
  const warmIds = itemIds(count, WARM_UP);
  await whileSearching(searching, named, async () => {
    await uploadAll(client, warmBodies);
    await follow(place, membersOf(groups, count, WARM_UP), WARM_UP);
  });
  const bare = await bareInventory(place);
  await whileSearching(searching, named, () => bare.write(warmIds));
  await uploadAll(client, warmBodies);
  await bare.see(warmIds);

  console.log(`  ${named} items: uploading`);
  const bodies = uploadBodies("first", 0, count);
  const expected = membersOf(groups, 0, count + WARM_UP);
  const beganAt = performance.now();
  const { result: uploaded, searched } = await whileSearching(searching, named, async () => {
    const following = follow(place, expected, count + WARM_UP);
    const acknowledged = await uploadAll(client, bodies);
    return { acknowledged, ...(await following) };
  });
  const { acknowledged, searchableAt, groupsDoneAt } = uploaded;
  const memory = memoryOf(stack.processes.inventory.pid());

  console.log(`  ${named} items: the same on the engines alone`);
  await countsAgree(searching, bare, count + WARM_UP);
  const ids = itemIds(0, count);
  const { result: written } = await whileSearching(searching, named, () => bare.write(ids));
  const { databaseMs, indexMs } = written;

  console.log(`  ${named} items: the same again`);
  const again = await uploadAll(client, bodies);
  if (again.unchanged !== count) throw new Error(`${count - again.unchanged} unchanged items were changed`);
  const seenMs = await bare.see(ids);

  const bareMs = databaseMs + indexMs;
  return [
    {
      name: `${named} items: acknowledged`,
      floorMs: databaseMs,
      oursMs: acknowledged.ms,
      aim: null,
      note: `${rate(count, acknowledged.ms)}, ${UPLOADS_AT_ONCE} uploads of 1,000 at once; floor: the bare database write, ${rate(count, databaseMs)}`,
    },
    {
      name: `${named} items: searchable`,
      floorMs: bareMs,
      oursMs: searchableAt - beganAt,
      aim: 2,
      note: `${rate(count, searchableAt - beganAt)}; floor: the bare database write, then the bare bulk (${rate(count, indexMs)})`,
    },
    {
      name: `${named} items: ${groups.length} groups done`,
      floorMs: bareMs,
      oursMs: groupsDoneAt - beganAt,
      aim: null,
      note: `${((groupsDoneAt - beganAt - acknowledged.ms) / 1_000).toFixed(1)} s after the last upload was acknowledged; one of the groups contains all of them${memory ? `; the inventory holds ${memory.nowMb} MiB, ${memory.mostMb} at most` : ""}`,
    },
    {
      name: `${named} items: again, unchanged`,
      floorMs: seenMs,
      oursMs: again.ms,
      aim: null,
      barMs: (count / UNCHANGED_A_SECOND) * 1_000,
      note: `${rate(count, again.ms)}; floor: hashes read and last-seen times written`,
    },
    searched,
    ...(await searchRows(searching, named)),
    await lookupRow(named, client, bare, ids),
  ];
}

async function saveGroups(graph: Graph, groups: readonly BenchGroup[]): Promise<void> {
  const save = "mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }";
  await severalAtOnce(groups, 4, ({ id, filter }) => graph(save, { input: { id, name: id, filter } }));
}

/** Polls until the index contains all items and each group has the expected number of members. */
async function follow({ graph, opensearchUrl, prefix }: BenchStack, expected: MemberCounts, count: number) {
  const engine = openSearch(opensearchUrl);
  let searchableAt: number | undefined;
  let progress = { seen: "", at: performance.now() };
  for (;;) {
    const found = await countItems({ engine, index: `${prefix}-items` });
    if (found >= count) searchableAt ??= performance.now();
    const members = searchableAt === undefined ? new Map() : await releaseAndCount(graph);
    const now = performance.now();
    if (searchableAt !== undefined && [...expected].every(([id, wanted]) => members.get(id) === wanted))
      return { searchableAt, groupsDoneAt: now };
    const seen = `${found} items, groups of ${[...members.values()].join(", ")}`;
    if (seen !== progress.seen) progress = { seen, at: now };
    if (now - progress.at > STALL_MS) throw new Error(`no progress for ${STALL_MS / 1_000} s: ${seen}`);
    await sleep(POLL_EVERY_MS);
  }
}

/** The number of members of each group, by the group's id. */
type MemberCounts = ReadonlyMap<string, number>;

function membersOf(groups: readonly BenchGroup[], first: number, count: number): MemberCounts {
  const members = new Map(groups.map(({ id }) => [id, 0]));
  for (let number = first; number < first + count; number += 1) {
    const item: GeneratedItem = generatedItem(number);
    for (const { id, holds } of groups) if (holds(item)) members.set(id, (members.get(id) ?? 0) + 1);
  }
  return members;
}

/**
 * Releases all group changes that are held for approval, and returns the number of members of each group. A user does
 * the same after a first discovery, when the changes of many groups exceed the mass-change limits.
 */
async function releaseAndCount(graph: Graph): Promise<MemberCounts> {
  const { groups } = await graph<{ groups: { items: FoundGroup[] } }>(
    "{ groups(limit: 200) { items { id memberCount heldChange { since } } } }",
  );
  const held = groups.items.filter(({ heldChange }) => heldChange !== null);
  await severalAtOnce(held, 4, ({ id }) =>
    graph("mutation ($id: String!) { releaseGroupChange(groupId: $id) { id } }", { id }).catch(unlessRetryable),
  );
  return new Map(groups.items.map(({ id, memberCount }) => [id, memberCount]));
}

/**
 * Throws the error of a failed call of `releaseGroupChange`, except `CONFLICT` and `UPSTREAM_TIMEOUT`. After
 * `CONFLICT`, the next poll reads whether another change is held. After `UPSTREAM_TIMEOUT`, the change may have been
 * released.
 */
function unlessRetryable(error: unknown): void {
  const codes = error instanceof GraphError ? error.codes : [];
  if (!codes.includes("CONFLICT") && !codes.includes("UPSTREAM_TIMEOUT")) throw error;
}

interface FoundGroup {
  id: string;
  memberCount: number;
  heldChange: object | null;
}

/**
 * Measures reads of single items by key, alternately through the service and directly from the database. `ids` are the
 * database ids of the items 0, 1, 2, ...
 */
async function lookupRow(
  named: string,
  client: InventoryClient,
  bare: BareInventory,
  ids: readonly string[],
): Promise<BenchRow> {
  const ours: number[] = [];
  const floor: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const number = (n * 7_919) % ids.length;
    const { accountId, region, type, id } = generatedItem(number);
    const read = (await timed(ours, () => client.readItem({ accountId, region, type, id }))) as { id: string };
    if (read.id !== id) throw new Error(`requested "${id}" and got "${read.id}"`);
    if (!(await timed(floor, () => bare.read(ids[number] ?? "")))) throw new Error(`the floor does not have "${id}"`);
  }
  return {
    name: `${named} items: one by its key, p50`,
    floorMs: percentile(floor, 0.5),
    oursMs: percentile(ours, 0.5),
    aim: null,
    barMs: 2,
    note: `p99 ${percentile(ours, 0.99).toFixed(1)} ms; floor: the bare read, p99 ${percentile(floor, 0.99).toFixed(1)} ms`,
  };
}

async function timed<Value>(into: number[], work: () => Promise<Value>): Promise<Value> {
  const beganAt = performance.now();
  const value = await work();
  into.push(performance.now() - beganAt);
  return value;
}

function rate(count: number, ms: number): string {
  return `${Math.round((count / ms) * 1_000).toLocaleString("en")} items/s`;
}
