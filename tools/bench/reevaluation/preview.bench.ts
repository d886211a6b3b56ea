import { readFileSync } from "node:fs";
import type { Graph } from "@network-access/local-stack/graph-client";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { until } from "@network-access/testkit/until";
import type { BenchSettings } from "../bench-settings.ts";
import { type BenchStack, withBenchStack } from "../bench-stack.ts";
import { memoryOf } from "../load/process-memory.ts";
import { saveBoundaries } from "../saves/graph-saving.ts";
import { boundaryInput } from "../saves/saved-inputs.ts";
import { fiveRules } from "./reevaluated-inputs.ts";
import { writeRequests } from "./written-requests.ts";

const TEMPLATE = "template";
const ROUNDS = 3;
const BAR_MS = 5_000;
const VERDICT_DEADLINE_MS = 60_000;
const READ_AHEAD_DEADLINE_MS = 120_000;
const READINGS_AT_ONCE = 6;
const SAVE = "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }";
const STATE = "query ($id: String!) { changeRequest(id: $id) { state } }";
const PREVIEW = `query ($input: BoundaryInput!) {
  previewBoundary(input: $input, limit: 50) {
    flippedCount unchangedCount flips { changeRequestId from to ruleId reason } pageInfo { nextPageKey }
  }
}`;
const permissions = ["change-request:view", "change-request:edit", "boundary:view", "boundary:edit"];

/**
 * Previews edits of a boundary through the gateway, with a thousand boundaries and many stored requests of five rules.
 * Measures three cases:
 * - the first preview of a process that has not read the requests yet. The baseline (the floor) reads the same
 *   documents from the database.
 * - the first preview of a restarted process, after the process has read all requests in advance. The baseline reads
 *   only the list of newest revisions.
 * - later previews, with the same baseline as the second case.
 */
export async function previewBench({ requests, profileFolder }: BenchSettings): Promise<BenchRow[]> {
  const profiled = ["boundary-evaluator-subgraph"] as const;
  return withBenchStack({ permissions, profiled, profileFolder }, (stack) => measure(stack, requests));
}

async function measure(place: BenchStack, count: number): Promise<BenchRow[]> {
  const { graph, stack } = place;
  console.log("  saving boundaries");
  await saveBoundaries(graph);
  await graph(SAVE, { input: fiveRules(TEMPLATE, 1) });
  await untilEvaluated(graph);
  const named = count.toLocaleString("en");
  console.log(`  writing ${named} stored change requests`);
  await writeRequests(place, TEMPLATE, count - 1);
  const subgraph = stack.processes["boundary-evaluator-subgraph"];
  const memory = () => {
    const { nowMb = 0, mostMb = 0 } = memoryOf(subgraph.pid()) ?? {};
    return `the process holds ${nowMb} MiB, at most ${mostMb} MiB`;
  };
  console.log(`  before the first preview ${memory()}`);

  const edited = boundaryInput(7) as object;
  const wide = {
    ...edited,
    sources: [{ type: "Any" }],
    destinations: [{ type: "Any" }],
    services: [{ type: "AllTraffic" }],
  };
  const few = { ...edited, action: "Fail", score: null };
  const readMs = await bareRead(place);
  const first = await preview(graph, few, count);
  const firstMemory = memory();
  console.log(`  after the first preview ${firstMemory}`);
  const listMs = await bareList(place);
  await subgraph.stop();
  await subgraph.start();
  const readAhead = await untilReadAhead(subgraph.log, count);
  const fresh = await preview(graph, few, count);
  const freshMemory = memory();
  const row = async (name: string, input: object): Promise<BenchRow> => {
    const floors: number[] = [];
    const times: number[] = [];
    let flipped = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(await bareList(place));
      const ran = await preview(graph, input, count);
      times.push(ran.ms);
      flipped = ran.flipped;
    }
    const note = `${flipped.toLocaleString("en")} flip; slowest of ${ROUNDS}: ${Math.round(Math.max(...times))} ms; ${memory()}`;
    return {
      name: `${named} x 5 rules, ${name}`,
      floorMs: Math.min(...floors),
      oursMs: Math.min(...times),
      aim: null,
      barMs: BAR_MS,
      note,
    };
  };
  return [
    {
      name: `${named} x 5 rules, a first preview that reads everything`,
      floorMs: readMs,
      oursMs: first.ms,
      aim: null,
      barMs: BAR_MS,
      note: `${firstMemory}; floor: reading the same documents and nothing else`,
    },
    {
      name: `${named} x 5 rules, the first preview after reading ahead`,
      floorMs: listMs,
      oursMs: fresh.ms,
      aim: null,
      barMs: BAR_MS,
      note: `another process, which had read ahead for ${readAhead} s; ${freshMemory}; floor: the list of newest revisions`,
    },
    await row("an edit that touches few", few),
    await row("an edit that forbids everything", { ...wide, action: "Fail", score: null }),
    await row("an edit that grants everything", { ...wide, action: "Pass", score: null }),
  ];
}

async function preview(graph: Graph, input: object, count: number): Promise<{ ms: number; flipped: number }> {
  const beganAt = performance.now();
  const { previewBoundary: answer } = await graph<{
    previewBoundary: { flippedCount: number; unchangedCount: number };
  }>(PREVIEW, { input });
  const ms = performance.now() - beganAt;
  if (answer.flippedCount + answer.unchangedCount !== count)
    throw new Error(`of ${count} stored requests ${answer.flippedCount + answer.unchangedCount} were previewed`);
  return { ms, flipped: answer.flippedCount };
}

async function untilEvaluated(graph: Graph): Promise<void> {
  const isEvaluated = async () => {
    const { changeRequest } = await graph<{ changeRequest: { state: string } }>(STATE, { id: TEMPLATE });
    return changeRequest.state !== "Pending";
  };
  await until(`the verdict of "${TEMPLATE}"`, isEvaluated, VERDICT_DEADLINE_MS, 50);
}

/**
 * Waits until the process logs that it has read all requests. Returns how many seconds this took according to the log.
 */
async function untilReadAhead(log: string, count: number): Promise<number> {
  const findMessage = () =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.includes("were read for previews"))
      .map((line) => JSON.parse(line) as { requests: number; seconds: number })
      .find(({ requests }) => requests === count);
  return (await until("reading everything", findMessage, READ_AHEAD_DEADLINE_MS, 200)).seconds;
}

/** Reads the newest revisions from the database, in pages as large as those of a preview. Returns the milliseconds. */
async function bareList(place: BenchStack): Promise<number> {
  const beganAt = performance.now();
  for await (const _ of pagesOfRevisions(place));
  return performance.now() - beganAt;
}

/**
 * Reads what a process reads for its first preview: the newest revision number of each request, and its latest
 * evaluation with the rules. Returns the milliseconds.
 */
async function bareRead(place: BenchStack): Promise<number> {
  const database = place.mongo.db(`${place.prefix}-boundary-evaluator`);
  const latestEvaluations = database.collection<{ _id: string }>("standing-judgings");
  const beganAt = performance.now();
  for await (const uuids of pagesOfRevisions(place)) {
    const readings = uuids.values();
    const read = async () => {
      for (let batch = [...readings.take(500)]; batch.length > 0; batch = [...readings.take(500)]) {
        const fields = { revision: 1, attempt: 1, projectId: 1, rulesHash: 1, named: 1, packedRules: 1 };
        await latestEvaluations.find({ _id: { $in: batch } }, { projection: fields }).toArray();
      }
    };
    await Promise.all(Array.from({ length: READINGS_AT_ONCE }, read));
  }
  return performance.now() - beganAt;
}

async function* pagesOfRevisions({ mongo, prefix }: BenchStack): AsyncGenerator<string[]> {
  const requests = mongo.db(`${prefix}-change-request`).collection<{ _id: string; uuid: string }>("change-requests");
  const projection = { uuid: 1, revision: 1 };
  for (let after = ""; ; ) {
    const page = await requests
      .find({ _id: { $gt: after } }, { projection })
      .sort({ _id: 1 })
      .limit(5_000)
      .batchSize(5_000)
      .toArray();
    if (page.length > 0) yield page.map(({ uuid }) => uuid);
    if (page.length < 5_000) return;
    after = page.at(-1)?._id ?? "";
  }
}
