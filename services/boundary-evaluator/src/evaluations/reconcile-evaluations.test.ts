import { expect, test } from "@jest/globals";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";
import { inMemoryEvaluationStore } from "./in-memory-evaluation-store.ts";
import { evaluationReconciler } from "./reconcile-evaluations.ts";

/**
 * Creates `count` unfinished records that are one minute apart, oldest first, and a reconciler. The reconciler can't
 * finish the records for which `isStuck` returns true.
 */
async function unfinishedRecords(count: number, isStuck: (n: number) => boolean) {
  const evaluations = inMemoryEvaluationStore();
  for (let n = 0; n < count; n += 1) {
    const evaluatedAt = new Date(Date.UTC(2026, 10, 21) + n * 60_000).toISOString();
    await evaluations.insert(aRecord({ attempt: n + 1, evaluatedAt, usedBoundaries: ["b"] }), someDetails());
  }
  const attempted: number[] = [];
  const reconcile = evaluationReconciler({
    evaluations,
    now: () => new Date("2026-12-01T00:00:00.000Z"),
    unfinishedAfterMs: 30_000,
    async finish(record: EvaluationRecord) {
      attempted.push(record.attempt);
      if (isStuck(record.attempt - 1)) throw new Error(`attempt ${record.attempt} can't be finished`);
      await evaluations.markFinished(record);
    },
  });
  const unfinished = async () => (await evaluations.findUnfinished("9999", null, 1e6)).map(({ attempt }) => attempt);
  return { reconcile, attempted, unfinished, evaluations };
}

test("records that can never be finished do not block later ones", async () => {
  const { reconcile, unfinished } = await unfinishedRecords(260, (n) => n < 220);
  for (let run = 0; run < 3; run += 1) await reconcile().catch(() => undefined);
  expect(await unfinished()).toEqual(Array.from({ length: 220 }, (_, n) => n + 1));
});

test("a record that could not be finished is attempted again after all others, and the first error is thrown", async () => {
  let isAway = true;
  const { reconcile, attempted, unfinished } = await unfinishedRecords(150, () => isAway);
  await expect(reconcile()).rejects.toThrow("attempt 1 can't be finished");
  await expect(reconcile()).rejects.toThrow("attempt 101 can't be finished");
  expect(attempted).toHaveLength(150);
  isAway = false;
  expect(await reconcile()).toBe(100);
  expect(await reconcile()).toBe(50);
  expect(await reconcile()).toBe(0);
  expect(await unfinished()).toEqual([]);
});

test("a run that is aborted continues where it stopped", async () => {
  const { reconcile, attempted } = await unfinishedRecords(3, () => true);
  const stopping = new AbortController();
  stopping.abort();
  expect(await reconcile(stopping.signal)).toBe(0);
  expect(attempted).toEqual([]);
  await expect(reconcile()).rejects.toThrow("attempt 1");
  expect(attempted).toEqual([1, 2, 3]);
});
