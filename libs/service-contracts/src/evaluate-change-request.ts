import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/** Sent by change-request to the evaluator's worker. It asks the worker to evaluate one revision. */
export const evaluateChangeRequest: JobContract<EvaluationId> = {
  queue: "evaluate-change-request",
  payload: EvaluationId,
  deduplicationKey: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
