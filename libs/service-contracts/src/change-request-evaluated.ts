import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/** From the evaluator's worker: an evaluation is recorded. change-request fetches and applies it. */
export const changeRequestEvaluated: JobContract<EvaluationId> = {
  queue: "change-request-evaluated",
  payload: EvaluationId,
  deduplicationKey: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
