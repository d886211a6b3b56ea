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
 * Sends up to `batch` due jobs of outstanding attempts. The jobs that are overdue for the longest time are sent first.
 * Before the job of a change request is sent, one write claims the change request, so that replicas share the work.
 * Ends early when the signal is aborted or the queue is unavailable.
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
