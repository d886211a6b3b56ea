import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * A route of the evaluator. `GET` returns the verdict of one evaluation. The status is 404 if the evaluator has no such
 * evaluation.
 */
export const evaluationVerdictPath = (changeRequestUuid: string, revision: number | string, attempt: number | string) =>
  `/internal/evaluations/${changeRequestUuid}/${revision}/${attempt}`;

/** The part of an evaluation that the change-request service stores. Only the evaluator stores the rest. */
export const EvaluationVerdict = EvaluationId.extend({
  state: z.enum(["Pass", "Fail", "Review", "Error"]),
  /** The reason for the state, for callers with the permission boundary:view. */
  stateReason: z.string(),
  /**
   * The reason for the state, for callers without the permission boundary:view. It contains no addresses except those
   * of the change request.
   */
  stateReasonWithoutAddresses: z.string(),
  score: z.int().nullable(),
  /**
   * True if addresses could not be read or were not ready. A later attempt may then succeed although nothing else has
   * changed.
   */
  retry: z.boolean(),
});
export type EvaluationVerdict = z.infer<typeof EvaluationVerdict>;
