import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * A route of the change-request service. `POST` returns the newest revision of each existing change request, in pages
 * that are ordered by id.
 *
 * Change requests may change while a client reads the pages:
 * - A change request that is created or deleted in this time may be included or missing.
 * - For a change request that is updated in this time, the response has the old or the new revision.
 * - Every other change request is included exactly once.
 */
export const newestRevisionsPath = "/internal/change-requests/newest-revisions";

export const MAX_NEWEST_REVISIONS = 10_000;

export const NewestRevisionsRequest = z.object({
  /** The `nextAfter` of the previous page; null for the first. */
  after: z.string().min(1).max(1_024).nullable(),
  limit: z.int().min(1).max(MAX_NEWEST_REVISIONS),
});
export type NewestRevisionsRequest = z.infer<typeof NewestRevisionsRequest>;

/**
 * A change request: the id that the client chose, the UUID that the server assigned at its creation, and its current
 * revision.
 */
export const NewestRevision = z.object({
  id: z.string(),
  ...EvaluationId.pick({ changeRequestUuid: true, revision: true }).shape,
});
export type NewestRevision = z.infer<typeof NewestRevision>;

/**
 * One page. It may contain fewer revisions than `limit`, or none, although more pages follow. Only the last page has a
 * `nextAfter` of null.
 */
export const NewestRevisions = z.object({ revisions: z.array(NewestRevision), nextAfter: z.string().nullable() });
export type NewestRevisions = z.infer<typeof NewestRevisions>;
