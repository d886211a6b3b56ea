import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * `POST` to change-request: returns the newest revision of each existing change request, in pages that are ordered by
 * id. A change request that is created or deleted while the pages are read may be included or not. Every other change
 * request is included exactly once. If a change request is updated while the pages are read, its revision may be the
 * old or the new one.
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

/** A page may contain fewer revisions than `limit`, even none. The last page is the one whose `nextAfter` is null. */
export const NewestRevisions = z.object({ revisions: z.array(NewestRevision), nextAfter: z.string().nullable() });
export type NewestRevisions = z.infer<typeof NewestRevisions>;
