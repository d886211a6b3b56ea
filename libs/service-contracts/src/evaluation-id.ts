import { z } from "zod";

/**
 * One evaluation of one revision of one change request. The server assigns `changeRequestUuid` at creation, so a
 * request that is deleted and created again with the same id has another UUID. Attempts count the evaluations of a
 * request over all its revisions, from 1.
 */
export const EvaluationId = z.object({
  changeRequestUuid: z.uuid(),
  revision: z.int().positive(),
  attempt: z.int().positive(),
});
export type EvaluationId = z.infer<typeof EvaluationId>;

/** Returns the text form of an evaluation id, "<uuid>:<revision>:<attempt>". */
export function evaluationIdText({ changeRequestUuid, revision, attempt }: EvaluationId): string {
  return `${changeRequestUuid}:${revision}:${attempt}`;
}

/** Parses the text of {@link evaluationIdText}; undefined for anything else. */
export function parseEvaluationId(text: string): EvaluationId | undefined {
  const [changeRequestUuid, revision, attempt, ...rest] = text.split(":");
  if (rest.length > 0) return undefined;
  const parsed = EvaluationId.safeParse({ changeRequestUuid, revision: Number(revision), attempt: Number(attempt) });
  return parsed.success ? parsed.data : undefined;
}
