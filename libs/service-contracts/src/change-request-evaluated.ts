import { EvaluationId, evaluationIdText } from "./evaluation-id.ts";
import type { JobContract } from "./job-contract.ts";

/** The evaluator's worker tells change-request that a judging is recorded; change-request fetches it and applies it. */
export const changeRequestEvaluated: JobContract<EvaluationId> = {
  queue: "change-request-evaluated",
  payload: EvaluationId,
  sameWhile: evaluationIdText,
  attempts: 5,
  backoffMs: 500,
};
