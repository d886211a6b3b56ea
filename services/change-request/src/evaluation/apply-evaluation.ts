import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withVerdict } from "../requests/evaluation-progress.ts";

export interface ApplyNeeds {
  readonly store: Pick<ChangeRequestStore, "judging" | "changeJudging">;
  /** Undefined: the evaluator holds no such judging. Throws while it does not answer. */
  readonly outcomeOf: (id: EvaluationId) => Promise<EvaluationVerdict | undefined>;
  readonly now: () => Date;
  readonly pace: Pace;
}

/** Each lost round means that somebody else moved the judging on in between. */
const ROUNDS = 20;

/**
 * Takes over a verdict: only onto the creation and revision it was computed for, and only from an attempt above those
 * done. Whatever is late, repeated or foreign changes nothing. A failed look-up wants another attempt, later and later.
 */
export async function applyEvaluation(
  { store, outcomeOf, now, pace }: ApplyNeeds,
  id: EvaluationId,
): Promise<"applied" | "superseded" | "unknown"> {
  const { changeRequestUuid: uuid, revision, attempt } = id;
  const seen = await store.judging(uuid);
  if (seen?.revision !== revision || attempt <= seen.evaluation.done || attempt > seen.evaluation.wanted)
    return "superseded";
  const outcome = await outcomeOf(id);
  if (!outcome) return "unknown";
  let judging: typeof seen | undefined = seen;
  for (let round = 0; round < ROUNDS; round += 1) {
    const after = judging && withVerdict(judging, outcome, now(), pace);
    if (!judging || !after) return "superseded";
    if (await store.changeJudging(judging, after)) return "applied";
    judging = await store.judging(uuid);
  }
  throw new Error(`the judging of ${uuid} changed ${ROUNDS} times while a verdict was applied`);
}
