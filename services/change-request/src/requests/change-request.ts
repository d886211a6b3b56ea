import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationProgress } from "./evaluation-progress.ts";
import type { Verdict } from "./verdict.ts";

/**
 * A stored change request: its text, its authors and times, and the verdict of this revision. Times are RFC 3339 in UTC
 * with milliseconds.
 */
export interface ChangeRequest extends ChangeRequestText {
  /** Assigned at creation. A request that is deleted and created again under its id has another UUID. */
  readonly uuid: string;
  /**
   * The number of the revision. The first is 1, and every save raises it. If a request is created under the id of a
   * deleted request, it continues from the revision of the deleted request.
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

/** Gives the id, as text, of the evaluation whose verdict a request shows. Gives "none" if it shows none. */
export function evaluationIdOf({ uuid, revision, verdict }: ChangeRequest): string {
  if (verdict === null || verdict.attempt === null) return "none";
  return evaluationIdText({ changeRequestUuid: uuid, revision, attempt: verdict.attempt });
}
