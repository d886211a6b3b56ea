import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/** `GET /internal/evaluations/{changeRequestUuid}/{revision}/{attempt}` of the evaluator; 404 when it holds no such evaluation. */
export const evaluationVerdictPath = (changeRequestUuid: string, revision: number | string, attempt: number | string) =>
  `/internal/evaluations/${changeRequestUuid}/${revision}/${attempt}`;

/** What change-request keeps of a verdict; the rest stays with the evaluator. */
export const EvaluationVerdict = EvaluationId.extend({
  state: z.enum(["Pass", "Fail", "Review", "Error"]),
  /** For callers who may see boundaries. */
  stateReason: z.string(),
  /** For everybody else: no address that the request does not hold itself. */
  stateReasonWithoutAddresses: z.string(),
  score: z.int().nullable(),
  /** A look-up failed or was not ready: worth judging again without anything having changed. */
  retry: z.boolean(),
});
export type EvaluationVerdict = z.infer<typeof EvaluationVerdict>;
