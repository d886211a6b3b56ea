import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

/** What the sweeper needs. */
export interface FinishLeftEvaluationsNeeds {
  readonly evaluations: Pick<EvaluationStore, "findUnfinished">;
  finish(record: EvaluationRecord): Promise<void>;
  now(): Date;
  /** Records this old that nobody marked were left by a crash. */
  readonly leftAfterMs: number;
}

/** Records of one run; the next run goes on. */
const BATCH = 100;

/**
 * Finishes what a crash left between a record and its mark. Safe beside other replicas and the worker itself. What can't
 * be finished holds up nobody else; the first reason is thrown at the end.
 */
export async function finishLeftEvaluations(
  { evaluations, finish, now, leftAfterMs }: FinishLeftEvaluationsNeeds,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now().getTime() - leftAfterMs).toISOString();
  const left = await evaluations.findUnfinished(before, BATCH);
  const reasons: unknown[] = [];
  for (const record of left) {
    if (signal?.aborted) break;
    await finish(record).catch((reason: unknown) => reasons.push(reason));
  }
  if (reasons.length > 0) throw reasons[0];
  return left.length;
}
