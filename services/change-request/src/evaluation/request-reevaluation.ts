import type {
  RequestedReevaluations,
  RequestReevaluation,
} from "@network-access/service-contracts/request-reevaluation";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withAnotherAttempt } from "../requests/evaluation-progress.ts";
import { type SendNeeds, sendAttempt } from "../requests/send-attempt.ts";

export interface RequestReevaluationNeeds extends SendNeeds {
  readonly store: Pick<ChangeRequestStore, "evaluationStatus" | "updateEvaluation">;
  readonly pace: Pace;
}

/**
 * The maximum number of attempts to write one change request. An attempt fails only if a concurrent write comes first.
 */
const ROUNDS = 20;

/**
 * Requests another attempt for each given change request, with one write for each change request, and sends the job of
 * the new attempt. Leaves a change request unchanged if an attempt later than the given attempt was already requested,
 * because the verdict of the later attempt will replace the verdict of the given attempt.
 */
export async function requestReevaluation(
  needs: RequestReevaluationNeeds,
  { judgings }: RequestReevaluation,
): Promise<RequestedReevaluations> {
  const requested = await Promise.all(
    judgings.map(async ({ changeRequestUuid, attempt }) => ({
      changeRequestUuid,
      exists: await requestAbove(needs, changeRequestUuid, attempt),
    })),
  );
  const uuidsOf = (exists: boolean) =>
    requested.flatMap((request) => (request.exists === exists ? [request.changeRequestUuid] : []));
  return { outstanding: uuidsOf(true), gone: uuidsOf(false) };
}

/** Returns false if there is no such change request. */
async function requestAbove(needs: RequestReevaluationNeeds, uuid: string, attempt: number): Promise<boolean> {
  const { store, now, pace } = needs;
  for (let round = 0; round < ROUNDS; round += 1) {
    const status = await store.evaluationStatus(uuid);
    if (!status) return false;
    const after = withAnotherAttempt(status, attempt, now(), pace);
    if (!after) return true;
    if (!(await store.updateEvaluation(status, after))) continue;
    await sendAttempt(needs, after);
    return true;
  }
  throw new Error(`the evaluation of ${uuid} changed ${ROUNDS} times while another attempt was requested`);
}
