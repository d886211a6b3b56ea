import { z } from "zod";

/**
 * Identifies one evaluation of one revision of a change request. The server assigns `changeRequestUuid` when a change
 * request is created. If a change request is deleted and later created again with the same id, it gets a new UUID.
 * `attempt` counts all evaluations of the change request, over all its revisions, from 1.
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

/**
 * Parses the text of an evaluation id, as {@link evaluationIdText} returns it. Returns undefined if the text is
 * invalid.
 */
export function parseEvaluationId(text: string): EvaluationId | undefined {
  const [changeRequestUuid, revision, attempt, ...rest] = text.split(":");
  if (rest.length > 0) return undefined;
  const parsed = EvaluationId.safeParse({ changeRequestUuid, revision: Number(revision), attempt: Number(attempt) });
  return parsed.success ? parsed.data : undefined;
}
