import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * `POST` to change-request: the evaluator sends a list of change requests whose addresses or boundaries have changed
 * since their evaluation, each with its last evaluated `attempt`. Unless a later attempt of a request is already
 * outstanding, the service starts a new attempt for the request's current revision. The request keeps its verdict until
 * the new attempt is evaluated. The call is idempotent, and the service responds after the write.
 */
export const requestReevaluationPath = "/internal/change-requests/judge-again";

export const MAX_REEVALUATIONS = 100;

export const RequestReevaluation = z.object({
  judgings: z.array(EvaluationId.pick({ changeRequestUuid: true, attempt: true })).max(MAX_REEVALUATIONS),
});
export type RequestReevaluation = z.infer<typeof RequestReevaluation>;

/** Each request is in exactly one of the two lists. */
export const RequestedReevaluations = z.object({
  /** Requests for which an attempt above `attempt` is queued or will be queued. */
  outstanding: z.array(z.uuid()),
  /** Requests that are deleted, so they will never be evaluated again. */
  gone: z.array(z.uuid()),
});
export type RequestedReevaluations = z.infer<typeof RequestedReevaluations>;
