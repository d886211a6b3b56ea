import { expect, test } from "@jest/globals";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";
import { inMemoryEvaluationStore } from "./in-memory-evaluation-store.ts";
import { evaluationReconciler } from "./reconcile-evaluations.ts";

/** Records of one minute each, the oldest first, and which of them nothing can finish. */
async function left(count: number, isStuck: (n: number) => boolean) {
  const evaluations = inMemoryEvaluationStore();
  for (let n = 0; n < count; n += 1) {
    const evaluatedAt = new Date(Date.UTC(2026, 10, 21) + n * 60_000).toISOString();
    await evaluations.insert(aRecord({ attempt: n + 1, evaluatedAt, usedBoundaries: ["b"] }), someDetails());
  }
  const tried: number[] = [];
  const sweep = evaluationReconciler({
    evaluations,
    now: () => new Date("2026-12-01T00:00:00.000Z"),
    leftAfterMs: 30_000,
    async finish(record: EvaluationRecord) {
      tried.push(record.attempt);
      if (isStuck(record.attempt - 1)) throw new Error(`attempt ${record.attempt} can't be finished`);
      await evaluations.markFinished(record);
    },
  });
  const unfinished = async () => (await evaluations.findUnfinished("9999", null, 1e6)).map(({ attempt }) => attempt);
  return { sweep, tried, unfinished, evaluations };
}

test("whole runs of what can never be finished hold up nobody behind them", async () => {
  const { sweep, unfinished } = await left(260, (n) => n < 220);
  for (let run = 0; run < 3; run += 1) await sweep().catch(() => undefined);
  expect(await unfinished()).toEqual(Array.from({ length: 220 }, (_, n) => n + 1));
});

test("what could not be finished is tried again after everything else, and the first reason is told", async () => {
  let isAway = true;
  const { sweep, tried, unfinished } = await left(150, () => isAway);
  await expect(sweep()).rejects.toThrow("attempt 1 can't be finished");
  await expect(sweep()).rejects.toThrow("attempt 101 can't be finished");
  expect(tried).toHaveLength(150);
  isAway = false;
  expect(await sweep()).toBe(100);
  expect(await sweep()).toBe(50);
  expect(await sweep()).toBe(0);
  expect(await unfinished()).toEqual([]);
});

test("a run that is told to stop goes on where it stopped", async () => {
  const { sweep, tried } = await left(3, () => true);
  const stopping = new AbortController();
  stopping.abort();
  expect(await sweep(stopping.signal)).toBe(0);
  expect(tried).toEqual([]);
  await expect(sweep()).rejects.toThrow("attempt 1");
  expect(tried).toEqual([1, 2, 3]);
});
