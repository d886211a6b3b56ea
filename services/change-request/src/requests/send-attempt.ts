import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { ChangeRequestStore } from "./change-request-store.ts";
import { type EvaluationStatus, withoutLastSend } from "./evaluation-progress.ts";

export interface SendNeeds {
  readonly store: Pick<ChangeRequestStore, "updateEvaluation">;
  /** False: the queue is away. */
  readonly send: (id: EvaluationId) => Promise<boolean>;
  readonly now: () => Date;
}

/**
 * Sends the job of the newest attempt of a request whose status already counts this send. False means that the queue is
 * unavailable. The send is then no longer counted in the status, and `resendPending` sends the job later.
 */
export async function sendAttempt({ store, send, now }: SendNeeds, counted: EvaluationStatus): Promise<boolean> {
  const { uuid, revision, evaluation } = counted;
  if (await send({ changeRequestUuid: uuid, revision, attempt: evaluation.wanted })) return true;
  await store.updateEvaluation(counted, withoutLastSend(counted, now()));
  return false;
}
