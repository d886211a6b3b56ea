import type { Rule } from "@network-access/firewall-rules/rule";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { packRules } from "../judging/compiling/pack-rules.ts";
import type { LatestEvaluation } from "../reevaluation/latest-evaluation.ts";
import type { LatestEvaluationStore } from "../reevaluation/latest-evaluation-store.ts";
import { bytesOfWords } from "../reevaluation/packed-rules-bytes.ts";
import { type EvaluationRecord, hasFollowUps } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";
import type { UseLedger } from "./use-ledger.ts";

export interface FinishEvaluationNeeds {
  readonly ledger: Pick<UseLedger, "add">;
  readonly evaluations: Pick<EvaluationStore, "markFinished">;
  readonly latestEvaluations: Pick<LatestEvaluationStore, "put">;
  /** Inserts a delivery for each integration and each result to export. The call is idempotent. */
  exportResults(record: EvaluationRecord): Promise<void>;
  /** Notifies the change-request service. Returns false if the queue does not answer. */
  notifyOwner(id: EvaluationId): Promise<boolean>;
}

/**
 * Performs the steps that follow when the record of an evaluation is stored:
 * - saves the record as the latest evaluation of its request
 * - counts the uses of boundaries
 * - exports the results
 * - marks the record as finished
 * - notifies the change-request service
 *
 * Every step is idempotent, so all steps can be repeated after a crash. `rules` are the rules of the record, or null if
 * they were not read.
 */
export async function finishEvaluation(
  needs: FinishEvaluationNeeds,
  record: EvaluationRecord,
  rules: readonly Rule[] | null,
): Promise<void> {
  const { ledger, evaluations, latestEvaluations, exportResults, notifyOwner } = needs;
  const { changeRequestUuid, revision, attempt, evaluatedAt, usedBoundaries } = record;
  const id = { changeRequestUuid, revision, attempt };
  const uses = usedBoundaries.map((boundaryUuid) => ({
    changeRequestUuid,
    revision,
    boundaryUuid,
    usedAt: evaluatedAt,
  }));
  const packedRules = rules && bytesOfWords(packRules(rules).words, attempt);
  const counted = Promise.all([
    latestEvaluations.put(latestEvaluationOf(record), packedRules),
    uses.length > 0 && ledger.add(uses),
  ]);
  // The change-request service is notified without waiting for the exports.
  const notified = counted.then(() => notifyOwner(id));
  const marked = hasFollowUps(record)
    ? Promise.all([counted, exportResults(record)]).then(() => evaluations.markFinished(id))
    : counted;
  const [notification, marking] = await Promise.allSettled([notified, marked]);
  if (notification.status === "rejected") throw notification.reason;
  if (marking.status === "rejected") throw marking.reason;
  // If the notification failed, the queue repeats the job. Later, the change-request service also sends the job again.
  // Each run finds the stored record and repeats the notification.
  if (!notification.value) throw new Error("the owner of the change request could not be notified");
}

function latestEvaluationOf(record: EvaluationRecord): LatestEvaluation {
  const { changeRequestUuid, changeRequestId, projectId, revision, attempt } = record;
  const { evaluatedAt, rulesHash, inputsHash, named } = record;
  return {
    changeRequestUuid,
    changeRequestId,
    projectId,
    revision,
    attempt,
    firstJudgedAt: evaluatedAt,
    rulesHash,
    validInputsHash: inputsHash,
    named,
  };
}
