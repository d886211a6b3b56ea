import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/**
 * A job that the change-request service sends to the evaluator's worker. The worker then evaluates one revision of a
 * change request.
 */
export const evaluateChangeRequest: JobContract<EvaluationId> = {
  queue: "evaluate-change-request",
  payload: EvaluationId,
  deduplicationKey: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
