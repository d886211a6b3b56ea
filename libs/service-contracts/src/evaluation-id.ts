import { z } from "zod";

/**
 * One judging of one revision of one change request. `changeRequestUuid` is given by the server at creation, so a request
 * deleted and created again under the same id is another one. Attempts count the judgings of a request from 1, over all its revisions.
 */
export const EvaluationId = z.object({
  changeRequestUuid: z.uuid(),
  revision: z.int().positive(),
  attempt: z.int().positive(),
});
export type EvaluationId = z.infer<typeof EvaluationId>;

/** The same as one text, "<uuid>:<revision>:<attempt>". */
export function evaluationIdText({ changeRequestUuid, revision, attempt }: EvaluationId): string {
  return `${changeRequestUuid}:${revision}:${attempt}`;
}

/** Reads what {@link evaluationIdText} wrote; undefined for anything else. */
export function parseEvaluationId(text: string): EvaluationId | undefined {
  const [changeRequestUuid, revision, attempt, ...rest] = text.split(":");
  if (rest.length > 0) return undefined;
  const parsed = EvaluationId.safeParse({ changeRequestUuid, revision: Number(revision), attempt: Number(attempt) });
  return parsed.success ? parsed.data : undefined;
}
