import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";
import type { StandingJudging } from "./standing-judging.ts";
import type { StandingStore } from "./standing-store.ts";
import type { UseLedger } from "./use-ledger.ts";

/** What finishing needs. */
export interface FinishEvaluationNeeds {
  readonly ledger: Pick<UseLedger, "add">;
  readonly evaluations: Pick<EvaluationStore, "markCounted">;
  readonly standing: Pick<StandingStore, "put">;
  /** Tells the owner of the change request that there is a record; false when the queue does not answer. */
  tell(id: EvaluationId): Promise<boolean>;
}

/**
 * What follows from a record: it stands for its request, its uses are in the ledger and it is marked, and the owner of
 * the change request is told. Every step may be repeated, so a crash between them costs nothing but time.
 */
export async function finishEvaluation(
  { ledger, evaluations, standing, tell }: FinishEvaluationNeeds,
  record: EvaluationRecord,
): Promise<void> {
  const { changeRequestUuid, revision, attempt, evaluatedAt, usedBoundaries } = record;
  const uses = usedBoundaries.map((boundaryUuid) => ({
    changeRequestUuid,
    revision,
    boundaryUuid,
    usedAt: evaluatedAt,
  }));
  await Promise.all([standing.put(standingOf(record)), uses.length > 0 && ledger.add(uses)]);
  if (uses.length > 0) await evaluations.markCounted({ changeRequestUuid, revision, attempt });
  // Unheard, the owner asks again after a while and is told then.
  if (!(await tell({ changeRequestUuid, revision, attempt }))) throw new Error("the owner could not be told");
}

function standingOf(record: EvaluationRecord): StandingJudging {
  const { changeRequestUuid, changeRequestId, projectId, revision, attempt } = record;
  const { evaluatedAt, rulesHash, footingHash, named } = record;
  return {
    changeRequestUuid,
    changeRequestId,
    projectId,
    revision,
    attempt,
    firstJudgedAt: evaluatedAt,
    rulesHash,
    footingHash,
    named,
  };
}
