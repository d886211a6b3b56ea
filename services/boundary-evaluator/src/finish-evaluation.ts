import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";
import type { UseLedger } from "./use-ledger.ts";

/** What finishing needs. */
export interface FinishEvaluationNeeds {
  readonly ledger: Pick<UseLedger, "add">;
  readonly evaluations: Pick<EvaluationStore, "markCounted">;
  /** Tells the owner of the change request that there is a record; false when the queue does not answer. */
  tell(id: EvaluationId): Promise<boolean>;
}

/**
 * What follows from a record: its uses in the ledger, its mark, and word to the owner of the change request. Every
 * step may be repeated, so a crash between them costs nothing but time.
 */
export async function finishEvaluation(
  { ledger, evaluations, tell }: FinishEvaluationNeeds,
  record: EvaluationRecord,
): Promise<void> {
  const { changeRequestUuid, revision, attempt, evaluatedAt, usedBoundaries } = record;
  if (usedBoundaries.length > 0) {
    await ledger.add(
      usedBoundaries.map((boundaryUuid) => ({ changeRequestUuid, revision, boundaryUuid, usedAt: evaluatedAt })),
    );
    await evaluations.markCounted({ changeRequestUuid, revision, attempt });
  }
  // Unheard, the owner asks again after a while and is told then.
  if (!(await tell({ changeRequestUuid, revision, attempt }))) throw new Error("the owner could not be told");
}
