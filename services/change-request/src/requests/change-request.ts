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
   * Every save raises it, beginning with 1. A request that is created under the id of a deleted one continues from that
   * one's revision.
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
