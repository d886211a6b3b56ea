import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/**
 * A job that the evaluator's worker sends when it has stored an evaluation. The change-request service then fetches the
 * evaluation and applies it to the change request.
 */
export const changeRequestEvaluated: JobContract<EvaluationId> = {
  queue: "change-request-evaluated",
  payload: EvaluationId,
  deduplicationKey: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
