import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withSend } from "../requests/evaluation-progress.ts";
import { type SendNeeds, sendAttempt } from "../requests/send-attempt.ts";

export interface ResendNeeds extends SendNeeds {
  readonly store: Pick<ChangeRequestStore, "due" | "updateEvaluation">;
  readonly pace: Pace;
  /** The most change requests that one run processes. */
  readonly batch: number;
}

/**
 * Sends the due jobs of outstanding attempts, at most `batch` jobs. Jobs that have been due for the longest time are
 * sent first. One write claims a change request before its job is sent, so that two replicas do not both send the job.
 * The function ends early when the signal is aborted or the queue is unavailable.
 */
export async function resendPending(needs: ResendNeeds, signal: AbortSignal): Promise<number> {
  const { store, now, pace, batch } = needs;
  let sent = 0;
  for (const status of await store.due(now().toISOString(), batch)) {
    if (signal.aborted) break;
    const claimed = withSend(status, now(), pace);
    if (!(await store.updateEvaluation(status, claimed))) continue;
    if (!(await sendAttempt(needs, claimed))) break;
    sent += 1;
  }
  return sent;
}
