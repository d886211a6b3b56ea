import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/** change-request asks the evaluator's worker to judge one revision. */
export const evaluateChangeRequest: JobContract<EvaluationId> = {
  queue: "evaluate-change-request",
  payload: EvaluationId,
  sameWhile: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
