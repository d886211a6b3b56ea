import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withoutLastSending, withSending } from "../requests/evaluation-progress.ts";

export interface ResendNeeds {
  readonly store: Pick<ChangeRequestStore, "due" | "changeJudging">;
  /** False: the road is closed now. */
  readonly send: (id: EvaluationId) => Promise<boolean>;
  readonly now: () => Date;
  readonly pace: Pace;
  /** How many requests one run looks at. */
  readonly batch: number;
}

/**
 * Asks again for what is wanted, not done, and due. Each request is claimed by one write before it is sent, so several
 * replicas share the work. Ends early when the signal is aborted or nothing can be sent.
 */
export async function resendPending(
  { store, send, now, pace, batch }: ResendNeeds,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0;
  for (const judging of await store.due(now().toISOString(), batch)) {
    if (signal.aborted) break;
    const claimed = withSending(judging, now(), pace);
    if (!(await store.changeJudging(judging, claimed))) continue;
    const { uuid, revision, evaluation } = claimed;
    if (await send({ changeRequestUuid: uuid, revision, attempt: evaluation.wanted })) sent += 1;
    else {
      await store.changeJudging(claimed, withoutLastSending(claimed, now()));
      break;
    }
  }
  return sent;
}
