import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { ChangeRequestStore } from "./change-request-store.ts";
import { type EvaluationStatus, withoutLastSend } from "./evaluation-progress.ts";

export interface SendNeeds {
  readonly store: Pick<ChangeRequestStore, "updateEvaluation">;
  /** Returns false if the queue is unavailable. */
  readonly send: (id: EvaluationId) => Promise<boolean>;
  readonly now: () => Date;
}

/**
 * Sends the job of a change request's newest attempt. `counted` is the stored status, which already counts this send.
 * If the queue is unavailable, the function removes this send from the stored count and returns false. `resendPending`
 * then sends the job later.
 */
export async function sendAttempt({ store, send, now }: SendNeeds, counted: EvaluationStatus): Promise<boolean> {
  const { uuid, revision, evaluation } = counted;
  if (await send({ changeRequestUuid: uuid, revision, attempt: evaluation.wanted })) return true;
  await store.updateEvaluation(counted, withoutLastSend(counted, now()));
  return false;
}
