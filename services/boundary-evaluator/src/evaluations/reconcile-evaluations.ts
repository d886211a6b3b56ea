import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

export interface ReconcileEvaluationsNeeds {
  readonly evaluations: Pick<EvaluationStore, "findUnfinished">;
  finish(record: EvaluationRecord): Promise<void>;
  now(): Date;
  /** A record that is older than this many milliseconds and still unfinished counts as left behind by a crash. */
  readonly unfinishedAfterMs: number;
}

/** The number of records that one call reads. */
const BATCH = 100;

/**
 * Creates the reconciler. This is a function that finishes evaluation records that a crash left unfinished. Each call
 * processes one batch and returns the number of records that it finished. A call continues after the last record of the
 * previous call. When the newest record has been processed, the next call starts with the oldest one.
 *
 * If a record can't be finished, the call still processes the rest of the batch, and then throws the first error. If
 * `signal` is aborted, the call returns before the next record, without an error. Calls may be concurrent.
 */
export function evaluationReconciler(needs: ReconcileEvaluationsNeeds): (signal?: AbortSignal) => Promise<number> {
  let last: EvaluationRecord | null = null;

  return async (signal) => {
    const { evaluations, finish, now, unfinishedAfterMs } = needs;
    const before = new Date(now().getTime() - unfinishedAfterMs).toISOString();
    const unfinished = await evaluations.findUnfinished(before, last, BATCH);
    const errors: unknown[] = [];
    let finished = 0;
    for (const record of unfinished) {
      if (signal?.aborted) return finished;
      last = record;
      try {
        await finish(record);
        finished += 1;
      } catch (error) {
        errors.push(error);
      }
    }
    if (unfinished.length < BATCH) last = null;
    if (errors.length > 0) throw errors[0];
    return finished;
  };
}
