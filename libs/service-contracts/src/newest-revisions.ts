import { z } from "zod";
import { EvaluationId } from "./evaluation-id.ts";

/**
 * `POST` to change-request: which change requests there are, and each one's newest revision, by id in pages. What is saved
 * or deleted while somebody walks through the pages may be there or not; everything else is there exactly once.
 */
export const newestRevisionsPath = "/internal/change-requests/newest-revisions";

export const MAX_NEWEST_REVISIONS = 10_000;

export const NewestRevisionsAsked = z.object({
  /** The `nextAfter` of the page before; null for the first. */
  after: z.string().min(1).max(1_024).nullable(),
  limit: z.int().min(1).max(MAX_NEWEST_REVISIONS),
});
export type NewestRevisionsAsked = z.infer<typeof NewestRevisionsAsked>;

/** One request: the client's id, the server's UUID of this creation, and the revision that stands. */
export const NewestRevision = z.object({
  id: z.string(),
  ...EvaluationId.pick({ changeRequestUuid: true, revision: true }).shape,
});
export type NewestRevision = z.infer<typeof NewestRevision>;

/** A page may hold fewer than asked for, also none; null ends the walk. */
export const NewestRevisions = z.object({ revisions: z.array(NewestRevision), nextAfter: z.string().nullable() });
export type NewestRevisions = z.infer<typeof NewestRevisions>;
