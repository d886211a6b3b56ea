import type { BenchRow } from "@network-access/testkit/bench-row";
import type { BenchSettings } from "../bench-settings.ts";
import { type BenchStack, withBenchStack } from "../bench-stack.ts";
import { percentile, type SaveTimes, type Saving, timeSaves } from "../load/saving.ts";
import { startFloor } from "./floor-saving.ts";
import { everyOneIsFinal, graphSaving, saveBoundaries } from "./graph-saving.ts";
import { readJudgedAmong } from "./judged-among.ts";
import { BOUNDARIES } from "./saved-inputs.ts";

const WARM_UP = 60;
const ROUNDS = 6;
const PER_ROUND = 50;
const PER_SECOND = 50;
/** The number of earlier saves whose documents the baseline (the floor) writes again, under new ids. */
const COPIED = 20;
const IDLE_BAR_MS = 200;
const TIMES_FLOOR = 3;
const permissions = ["change-request:view", "change-request:edit", "boundary:view", "boundary:edit"];

/**
 * Measures the time from a save to its final state, with a thousand boundaries. There are two loads: one save at a
 * time, and 50 saves a second. The baseline (the floor) makes the same database reads and writes without our code, with
 * two queues of its own. In both measurements, the state is polled in the database, at most every 2 ms. At the end, the
 * graph must show a final state for every request.
 */
export async function saveBench({ seconds, profileFolder }: BenchSettings): Promise<BenchRow[]> {
  const profiled = ["change-request", "boundary-evaluator-worker", "boundary-evaluator-subgraph"] as const;
  return withBenchStack({ permissions, profiled, profileFolder }, (stack) => measure(stack, seconds));
}

async function measure(stack: BenchStack, seconds: number): Promise<BenchRow[]> {
  const { graph, mongo, mongoUrl, redisUrl, prefix } = stack;
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
  const floor = await startFloor({ mongo, mongoUrl, redisUrl, prefix, databases }, copied);
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
      floorMs: percentile(floor.final, 0.99),
      oursMs: percentile(ours.final, 0.99),
      aim: null,
      ...(barMs === undefined ? {} : { barMs }),
    },
  ];
}

/**
 * Returns a note if the machine is too slow for the load: at least half of the baseline's saves took a second or
 * longer. Such saves spend most of the time in the queue.
 */
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
