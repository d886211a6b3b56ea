import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type {
  RequestedReevaluations,
  RequestReevaluation,
} from "@network-access/service-contracts/request-reevaluation";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withAnotherAttempt, withoutLastSending } from "../requests/evaluation-progress.ts";

export interface RequestReevaluationNeeds {
  readonly store: Pick<ChangeRequestStore, "judging" | "changeJudging">;
  /** False: the road is closed now, and what is due is sent again later. */
  readonly send: (id: EvaluationId) => Promise<boolean>;
  readonly now: () => Date;
  readonly pace: Pace;
}

/** Each lost round means that somebody else moved the judging on in between. */
const ROUNDS = 20;

/**
 * Wants another attempt of requests whose newest judging is the one named, each by one write, and asks for it. Where an
 * attempt above is outstanding already nothing changes, for that one will be told of as well.
 */
export async function requestReevaluation(
  needs: RequestReevaluationNeeds,
  { judgings }: RequestReevaluation,
): Promise<RequestedReevaluations> {
  const asked = await Promise.all(
    judgings.map(async ({ changeRequestUuid, attempt }) => ({
      changeRequestUuid,
      isThere: await wantAbove(needs, changeRequestUuid, attempt),
    })),
  );
  const uuidsOf = (isThere: boolean) =>
    asked.flatMap((one) => (one.isThere === isThere ? [one.changeRequestUuid] : []));
  return { outstanding: uuidsOf(true), gone: uuidsOf(false) };
}

/** False: there is no such request. */
async function wantAbove(
  { store, send, now, pace }: RequestReevaluationNeeds,
  uuid: string,
  attempt: number,
): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const judging = await store.judging(uuid);
    if (!judging) return false;
    const after = withAnotherAttempt(judging, attempt, now(), pace);
    if (!after) return true;
    if (!(await store.changeJudging(judging, after))) continue;
    const { revision, evaluation } = after;
    if (!(await send({ changeRequestUuid: uuid, revision, attempt: evaluation.wanted })))
      await store.changeJudging(after, withoutLastSending(after, now()));
    return true;
  }
  throw new Error(`the judging of ${uuid} changed ${ROUNDS} times while another attempt was asked for`);
}
