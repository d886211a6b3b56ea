import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import { evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationProgress } from "./evaluation-progress.ts";

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

export interface Verdict {
  readonly state: "Pass" | "Fail" | "Review" | "Error";
  readonly stateReason: string;
  /** The reason for callers who may not see boundaries: no address that the request does not hold itself. */
  readonly stateReasonWithoutAddresses: string;
  readonly score: number | null;
  /** Which judging said so; null when the evaluator never answered and this service says Error by itself. */
  readonly attempt: number | null;
}

/** Names the judging whose verdict a request shows, as one text; "none" where there is none to look up. */
export function evaluationIdOf({ uuid, revision, verdict }: ChangeRequest): string {
  if (verdict === null || verdict.attempt === null) return "none";
  return evaluationIdText({ changeRequestUuid: uuid, revision, attempt: verdict.attempt });
}
