import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/**
 * Sent by the evaluator's worker when an evaluation is recorded. The service change-request then fetches and applies
 * the evaluation.
 */
export const changeRequestEvaluated: JobContract<EvaluationId> = {
  queue: "change-request-evaluated",
  payload: EvaluationId,
  deduplicationKey: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
