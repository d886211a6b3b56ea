import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * `POST` to change-request: these requests were evaluated with addresses or boundaries that have changed. Where no
 * attempt above `attempt` is outstanding, another attempt of the current revision is requested; the verdict stays until
 * it is evaluated. Idempotent. Answered after the write.
 */
export const requestReevaluationPath = "/internal/change-requests/judge-again";

export const MAX_REEVALUATIONS = 100;

export const RequestReevaluation = z.object({
  judgings: z.array(EvaluationId.pick({ changeRequestUuid: true, attempt: true })).max(MAX_REEVALUATIONS),
});
export type RequestReevaluation = z.infer<typeof RequestReevaluation>;

/** Each request is in one of the two. */
export const RequestedReevaluations = z.object({
  /** An attempt above the named one is queued, or will be. */
  outstanding: z.array(z.uuid()),
  /** Deleted: it will never be evaluated again. */
  gone: z.array(z.uuid()),
});
export type RequestedReevaluations = z.infer<typeof RequestedReevaluations>;
