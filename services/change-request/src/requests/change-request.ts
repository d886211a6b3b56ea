import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationProgress } from "./evaluation-progress.ts";
import type { Verdict } from "./verdict.ts";

/**
 * A stored change request: its text, its authors and times, and the verdict of this revision. Times are RFC 3339, UTC,
 * with milliseconds.
 */
export interface ChangeRequest extends ChangeRequestText {
  /** Assigned at creation: a request deleted and created again under its id is another one. */
  readonly uuid: string;
  /** Raised by every save, from 1; continues from a deleted request of this id. */
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  /** Null while this revision is Pending. */
  readonly verdict: Verdict | null;
  readonly evaluation: EvaluationProgress;
}

/** The id of the evaluation whose verdict a request shows, as text; "none" without one. */
export function evaluationIdOf({ uuid, revision, verdict }: ChangeRequest): string {
  if (verdict === null || verdict.attempt === null) return "none";
  return evaluationIdText({ changeRequestUuid: uuid, revision, attempt: verdict.attempt });
}
