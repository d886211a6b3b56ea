import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withoutLastSend, withSend } from "../requests/evaluation-progress.ts";

export interface ResendNeeds {
  readonly store: Pick<ChangeRequestStore, "due" | "updateEvaluation">;
  /** False: the queue is away. */
  readonly send: (id: EvaluationId) => Promise<boolean>;
  readonly now: () => Date;
  readonly pace: Pace;
  /** Requests per run. */
  readonly batch: number;
}

/**
 * Sends the job of every outstanding attempt that is due. Each request is claimed by one write before it is sent, so
 * that replicas share the work. Ends early when the signal is aborted or the queue is away.
 */
export async function resendPending(
  { store, send, now, pace, batch }: ResendNeeds,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0;
  for (const status of await store.due(now().toISOString(), batch)) {
    if (signal.aborted) break;
    const claimed = withSend(status, now(), pace);
    if (!(await store.updateEvaluation(status, claimed))) continue;
    const { uuid, revision, evaluation } = claimed;
    if (await send({ changeRequestUuid: uuid, revision, attempt: evaluation.wanted })) sent += 1;
    else {
      await store.updateEvaluation(claimed, withoutLastSend(claimed, now()));
      break;
    }
  }
  return sent;
}
