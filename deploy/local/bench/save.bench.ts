import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { MongoClient } from "mongodb";
import { withEngines } from "../checks/with-engines.ts";
import { type Graph, graphClient } from "../demo/graph-client.ts";
import { temporaryDataFolder } from "../engines/temporary-data-folder.ts";
import { startStack } from "../start-stack.ts";
import { workspace } from "../workspace.ts";
import type { BenchSettings } from "./bench-settings.ts";
import { startFloor } from "./floor-saving.ts";
import { everyOneIsFinal, graphSaving, saveBoundaries } from "./graph-saving.ts";
import { readJudgedAmong } from "./judged-among.ts";
import { BOUNDARIES } from "./saved-inputs.ts";
import { percentile, type SaveTimes, type Saving, timeSaves } from "./saving.ts";

const WARM_UP = 60;
const ROUNDS = 6;
const PER_ROUND = 50;
const PER_SECOND = 50;
/** Saves the floor copies, one after the other. */
const COPIED = 20;
const IDLE_BAR_MS = 200;
const TIMES_FLOOR = 3;
const permissions = ["change-request:view", "change-request:edit", "boundary:view", "boundary:edit"];

/**
 * From a save to its final state, with a thousand boundaries: one at a time, and at 50 a second. The floor is the same
 * record-engine reads and writes and the same two queues without our code. Both are looked at in the record engine,
 * every 2 ms; at the end the graph has to show every request with a final state.
 */
export async function saveBench(settings: BenchSettings): Promise<BenchRow[]> {
  return withEngines(async ({ TEST_MONGO_URL, TEST_REDIS_URL, TEST_OPENSEARCH_URL }) => {
    if (!TEST_MONGO_URL || !TEST_REDIS_URL || !TEST_OPENSEARCH_URL) throw new Error("an engine has no URL");
    const engines = { mongoUrl: TEST_MONGO_URL, redisUrl: TEST_REDIS_URL, opensearchUrl: TEST_OPENSEARCH_URL };
    const dataFolder = temporaryDataFolder();
    // Also when somebody ends the benchmark early.
    process.once("exit", () => rmSync(dataFolder, { recursive: true, force: true }));
    const prefix = `bench-${randomBytes(4).toString("hex")}`;
    const mongo = await new MongoClient(engines.mongoUrl).connect();
    try {
      const profiled = profiling(settings.profileFolder);
      const environment = {
        "change-request": profiled,
        "boundary-evaluator-worker": profiled,
        "boundary-evaluator-subgraph": profiled,
      };
      const stack = await startStack({ root: workspace.root, engines, dataFolder, prefix, environment });
      try {
        const token = await stack.userToken({ email: "bench@example.com", permissions, expiresInSeconds: 86_400 });
        const graph = graphClient(stack.graphUrl, token);
        return await measure({ ...engines, graph, mongo, prefix, seconds: settings.seconds });
      } finally {
        await stack.stop();
      }
    } finally {
      const { databases } = await mongo.db().admin().listDatabases({ nameOnly: true });
      for (const { name } of databases) if (name.startsWith(prefix)) await mongo.db(name).dropDatabase();
      await mongo.close();
    }
  });
}

async function measure(place: {
  mongoUrl: string;
  redisUrl: string;
  graph: Graph;
  mongo: MongoClient;
  prefix: string;
  seconds: number;
}): Promise<BenchRow[]> {
  const { graph, mongo, prefix, seconds } = place;
  const databases = {
    changeRequests: mongo.db(`${prefix}-change-request`),
    evaluator: mongo.db(`${prefix}-boundary-evaluator`),
  };
  console.log(`  saving ${BOUNDARIES} boundaries`);
  await saveBoundaries(graph);
  const ours = graphSaving(graph, (ids) => readJudgedAmong(databases.changeRequests, ids));
  let saved = 0;
  const timed = async (saving: Saving, name: string, count: number, everyMs: number) => {
    const times = await timeSaves(saving, { prefix: name, first: saved, count, everyMs });
    saved += count;
    return times;
  };
  await timed(ours, "warm", WARM_UP, 0);
  const copied = Array.from({ length: COPIED }, (_, n) => `warm-${WARM_UP - 1 - n}`);
  const floor = await startFloor({ ...place, databases }, copied);
  try {
    await timed(floor, "warm", WARM_UP, 0);
    console.log(`  ${ROUNDS} rounds of ${PER_ROUND} saves, one at a time, ours and the floor in turn`);
    const idle = { ours: [] as SaveTimes[], floor: [] as SaveTimes[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      idle.floor.push(await timed(floor, `idle-${round}`, PER_ROUND, 0));
      idle.ours.push(await timed(ours, `idle-${round}`, PER_ROUND, 0));
    }
    console.log(`  ${PER_SECOND} saves a second for ${seconds} s, the floor and then ours`);
    const busyFloor = await timed(floor, "busy", PER_SECOND * seconds, 1_000 / PER_SECOND);
    const busyOurs = await timed(ours, "busy", PER_SECOND * seconds, 1_000 / PER_SECOND);
    await everyOneIsFinal(graph, WARM_UP + ROUNDS * PER_ROUND + busyOurs.acknowledged.length);
    return [
      ...rows("saved to final, one at a time", joined(idle.floor), joined(idle.ours), IDLE_BAR_MS),
      ...rows(`saved to final, ${PER_SECOND} a second for ${seconds} s`, busyFloor, busyOurs, undefined),
    ];
  } finally {
    await floor.stop();
  }
}

function rows(name: string, floor: SaveTimes, ours: SaveTimes, barMs: number | undefined): BenchRow[] {
  const ms = (values: readonly number[], share: number) => `${percentile(values, share).toFixed(1)} ms`;
  const count = `${outcomes(ours)}; acknowledged after ${ms(ours.acknowledged, 0.5)} (p50) and ${ms(ours.acknowledged, 0.99)} (p99)`;
  const floorP99 = percentile(floor.final, 0.99);
  return [
    {
      name: `${name}, p50`,
      floorMs: percentile(floor.final, 0.5),
      oursMs: percentile(ours.final, 0.5),
      aim: TIMES_FLOOR,
      note: `${count}; the floor is acknowledged after ${ms(floor.acknowledged, 0.5)} (p50)${keepingUp(floor)}`,
    },
    {
      name: `${name}, p99`,
      floorMs: barMs ?? floorP99,
      oursMs: percentile(ours.final, 0.99),
      aim: barMs === undefined ? null : 1,
      ...(barMs === undefined
        ? {}
        : { note: `the bar is ${barMs} ms; the floor's own p99 is ${floorP99.toFixed(1)} ms` }),
    },
  ];
}

/** Beyond a second there is a queue, and its length says more than the work. */
function keepingUp({ final }: SaveTimes): string {
  return percentile(final, 0.5) < 1_000 ? "" : "; this machine did not keep up even without our code";
}

function outcomes({ final, lost, refused }: SaveTimes): string {
  const reasons = refused.length === 0 ? "" : ` ("${refused[0]}")`;
  return `${final.length} saves became final, ${lost} were lost, ${refused.length} refused${reasons}`;
}

function joined(all: readonly SaveTimes[]): SaveTimes {
  return {
    acknowledged: all.flatMap(({ acknowledged }) => acknowledged),
    final: all.flatMap(({ final }) => final),
    refused: all.flatMap(({ refused }) => refused),
    lost: all.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/** The runtime writes a profile when a process ends. */
function profiling(folder: string | undefined): Record<string, string> {
  if (folder === undefined) return {};
  mkdirSync(folder, { recursive: true });
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(folder)}` };
}
