import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/**
 * A job that the evaluator's worker sends when an evaluation is recorded. The service change-request then fetches and
 * applies the evaluation.
 */
export const changeRequestEvaluated: JobContract<EvaluationId> = {
  queue: "change-request-evaluated",
  payload: EvaluationId,
  deduplicationKey: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
