import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationProgress } from "./evaluation-progress.ts";
import type { Verdict } from "./verdict.ts";

/** A stored change request: its text, who wrote it when, and what the evaluation says of this revision. Times are RFC 3339, UTC, milliseconds. */
export interface ChangeRequest extends ChangeRequestText {
  /** Given at creation: a request deleted and created again under its id is another one. */
  readonly uuid: string;
  /** Raised by every save, from 1; goes on where a deleted request of this id ended. */
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  /** Null while this revision is Pending. */
  readonly verdict: Verdict | null;
  readonly evaluation: EvaluationProgress;
}

/** Names the judging whose verdict a request shows, as one text; "none" where there is none to look up. */
export function evaluationIdOf({ uuid, revision, verdict }: ChangeRequest): string {
  if (verdict === null || verdict.attempt === null) return "none";
  return evaluationIdText({ changeRequestUuid: uuid, revision, attempt: verdict.attempt });
}
