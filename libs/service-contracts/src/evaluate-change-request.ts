import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/** A job that change-request sends to the evaluator's worker. The worker then evaluates one revision. */
export const evaluateChangeRequest: JobContract<EvaluationId> = {
  queue: "evaluate-change-request",
  payload: EvaluationId,
  deduplicationKey: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
