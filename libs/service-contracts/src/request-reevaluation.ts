import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * `POST` to change-request: the evaluator sends a list of change requests whose addresses or boundaries have changed
 * since their evaluation, each with its last evaluated `attempt`. If no later attempt was requested yet, change-request
 * starts a new attempt for the current revision. The change request keeps its verdict until the new attempt is
 * evaluated. The call is idempotent, and the response is sent after the new attempts are stored.
 */
export const requestReevaluationPath = "/internal/change-requests/judge-again";

export const MAX_REEVALUATIONS = 100;

export const RequestReevaluation = z.object({
  judgings: z.array(EvaluationId.pick({ changeRequestUuid: true, attempt: true })).max(MAX_REEVALUATIONS),
});
export type RequestReevaluation = z.infer<typeof RequestReevaluation>;

/** Each change request of the call is in exactly one of the two lists. */
export const RequestedReevaluations = z.object({
  /** Change requests for which an attempt above `attempt` was requested, by this call or before. */
  outstanding: z.array(z.uuid()),
  /** Change requests that are deleted, so they will never be evaluated again. */
  gone: z.array(z.uuid()),
});
export type RequestedReevaluations = z.infer<typeof RequestedReevaluations>;
