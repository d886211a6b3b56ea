import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

/** What the sweeper needs. */
export interface ReconcileEvaluationsNeeds {
  readonly evaluations: Pick<EvaluationStore, "findUnfinished">;
  finish(record: EvaluationRecord): Promise<void>;
  now(): Date;
  /** Records this old that nobody marked were left by a crash. */
  readonly leftAfterMs: number;
}

/** Records of one call. */
const BATCH = 100;

/**
 * Each call finishes some of what a crash left between a record and its mark, and returns how many it finished. Safe
 * beside other replicas and the worker itself. The next call goes on behind the last record, and after the newest one
 * begins with the oldest again, so what can never be finished holds up nobody; the first reason is thrown at the end.
 */
export function evaluationReconciler(needs: ReconcileEvaluationsNeeds): (signal?: AbortSignal) => Promise<number> {
  let last: EvaluationRecord | null = null;

  return async (signal) => {
    const { evaluations, finish, now, leftAfterMs } = needs;
    const before = new Date(now().getTime() - leftAfterMs).toISOString();
    const left = await evaluations.findUnfinished(before, last, BATCH);
    const reasons: unknown[] = [];
    let finished = 0;
    for (const record of left) {
      if (signal?.aborted) return finished;
      last = record;
      try {
        await finish(record);
        finished += 1;
      } catch (reason) {
        reasons.push(reason);
      }
    }
    if (left.length < BATCH) last = null;
    if (reasons.length > 0) throw reasons[0];
    return finished;
  };
}
