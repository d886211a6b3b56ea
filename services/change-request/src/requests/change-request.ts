import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationProgress } from "./evaluation-progress.ts";
import type { Verdict } from "./verdict.ts";

/**
 * A stored change request: its text, its authors and times, and the verdict of its current revision. Times are RFC 3339
 * in UTC with milliseconds.
 */
export interface ChangeRequest extends ChangeRequestText {
  /**
   * The UUID that the change request was given at its creation. A change request that is deleted and created again
   * under the same id has another UUID.
   */
  readonly uuid: string;
  /**
   * The number of the revision. The first revision is 1, and every save raises the number. If the id of a deleted
   * change request is used again, the numbers continue.
   */
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  /** Null while this revision is Pending. */
  readonly verdict: Verdict | null;
  readonly evaluation: EvaluationProgress;
}

/**
 * Returns, as text, the id of the evaluation whose verdict the change request shows. Returns "none" if the change
 * request has no verdict. Returns "none" too if its verdict is the state Error that was set because the evaluator did
 * not answer.
 */
export function evaluationIdOf({ uuid, revision, verdict }: ChangeRequest): string {
  if (verdict === null || verdict.attempt === null) return "none";
  return evaluationIdText({ changeRequestUuid: uuid, revision, attempt: verdict.attempt });
}
