import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * `GET /internal/evaluations/{changeRequestUuid}/{revision}/{attempt}` of the evaluator returns the verdict of one
 * evaluation, or 404 if the evaluator has no such evaluation.
 */
export const evaluationVerdictPath = (changeRequestUuid: string, revision: number | string, attempt: number | string) =>
  `/internal/evaluations/${changeRequestUuid}/${revision}/${attempt}`;

/** The part of an evaluation that change-request stores. The rest stays in the evaluator. */
export const EvaluationVerdict = EvaluationId.extend({
  state: z.enum(["Pass", "Fail", "Review", "Error"]),
  /** The reason for the state, as callers with the permission boundary:view see it. */
  stateReason: z.string(),
  /** The reason for the state, as all other callers see it. It has no addresses except those of the change request. */
  stateReasonWithoutAddresses: z.string(),
  score: z.int().nullable(),
  /**
   * True if a lookup of addresses failed or its answer was not ready. A later attempt may then succeed although nothing
   * has changed.
   */
  retry: z.boolean(),
});
export type EvaluationVerdict = z.infer<typeof EvaluationVerdict>;
