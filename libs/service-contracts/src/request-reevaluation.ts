import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * A route of the change-request service, for the evaluator. `POST` requests new evaluations of change requests whose
 * addresses or boundaries have changed since their last evaluation. `attempt` is the number of the last evaluation.
 *
 * If a change request has no later attempt yet, a new attempt for its current revision starts. The change request keeps
 * its verdict until the new attempt is evaluated. The call is idempotent. The response is sent after the new attempts
 * are stored.
 */
export const requestReevaluationPath = "/internal/change-requests/judge-again";

export const MAX_REEVALUATIONS = 100;

export const RequestReevaluation = z.object({
  judgings: z.array(EvaluationId.pick({ changeRequestUuid: true, attempt: true })).max(MAX_REEVALUATIONS),
});
export type RequestReevaluation = z.infer<typeof RequestReevaluation>;

/** The response. Each change request of the call is either in `outstanding` or in `gone`. */
export const RequestedReevaluations = z.object({
  /**
   * Change requests that now have an attempt later than the given `attempt`, whether this call requested it or it
   * existed before.
   */
  outstanding: z.array(z.uuid()),
  /** Change requests that are deleted, so they will never be evaluated again. */
  gone: z.array(z.uuid()),
});
export type RequestedReevaluations = z.infer<typeof RequestedReevaluations>;
