import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * `POST` to change-request: these requests were judged with addresses or boundaries that are no more. Where nothing is
 * outstanding above `attempt`, another attempt of the current revision is wanted; the verdict stays until it is judged.
 * Asking twice is asking once. Answered after the write.
 */
export const requestReevaluationPath = "/internal/change-requests/judge-again";

export const MAX_REEVALUATIONS = 100;

export const RequestReevaluation = z.object({
  judgings: z.array(EvaluationId.pick({ changeRequestUuid: true, attempt: true })).max(MAX_REEVALUATIONS),
});
export type RequestReevaluation = z.infer<typeof RequestReevaluation>;

/** Each request asked for is in one of the two. */
export const RequestedReevaluations = z.object({
  /** An attempt above the one named is on its way, or will be. */
  outstanding: z.array(z.uuid()),
  /** Deleted: it will never be judged again. */
  gone: z.array(z.uuid()),
});
export type RequestedReevaluations = z.infer<typeof RequestedReevaluations>;
