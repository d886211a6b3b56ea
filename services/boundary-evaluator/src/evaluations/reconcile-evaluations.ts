import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

export interface ReconcileEvaluationsNeeds {
  readonly evaluations: Pick<EvaluationStore, "findUnfinished">;
  finish(record: EvaluationRecord): Promise<void>;
  now(): Date;
  /** A record that is still unfinished at this age was left behind by a crash. */
  readonly unfinishedAfterMs: number;
}

/** The number of records that one call reads. */
const BATCH = 100;

/**
 * Creates the reconciler, a function that finishes a batch of records which a crash left unfinished. Its result is the
 * number of finished records. Concurrent calls are safe. Each call continues after the last record of the previous
 * call. After the newest record, the next call starts again with the oldest. A record that can't be finished therefore
 * blocks no other record. If a record can't be finished, the call continues with the other records of the batch, and
 * then throws the first error. If `signal` is aborted before a record, the call returns at once, without an error.
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
