import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type {
  RequestedReevaluations,
  RequestReevaluation,
} from "@network-access/service-contracts/request-reevaluation";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withAnotherAttempt, withoutLastSend } from "../requests/evaluation-progress.ts";

export interface RequestReevaluationNeeds {
  readonly store: Pick<ChangeRequestStore, "evaluationStatus" | "updateEvaluation">;
  /** False: the queue is away; `resendPending` sends it later. */
  readonly send: (id: EvaluationId) => Promise<boolean>;
  readonly now: () => Date;
  readonly pace: Pace;
}

/** Each round is lost to a concurrent write. */
const ROUNDS = 20;

/**
 * Requests another attempt for each request whose newest attempt is the named one, by one write each, and sends its
 * job. Where a later attempt is outstanding nothing changes, because its result will be reported as well.
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

/** False: there is no such request. */
async function requestAbove(
  { store, send, now, pace }: RequestReevaluationNeeds,
  uuid: string,
  attempt: number,
): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const status = await store.evaluationStatus(uuid);
    if (!status) return false;
    const after = withAnotherAttempt(status, attempt, now(), pace);
    if (!after) return true;
    if (!(await store.updateEvaluation(status, after))) continue;
    const { revision, evaluation } = after;
    if (!(await send({ changeRequestUuid: uuid, revision, attempt: evaluation.wanted })))
      await store.updateEvaluation(after, withoutLastSend(after, now()));
    return true;
  }
  throw new Error(`the evaluation of ${uuid} changed ${ROUNDS} times while another attempt was requested`);
}
