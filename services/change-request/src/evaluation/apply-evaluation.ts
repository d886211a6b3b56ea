import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { type Pace, withVerdict } from "../requests/evaluation-progress.ts";

export interface ApplyNeeds {
  readonly store: Pick<ChangeRequestStore, "evaluationStatus" | "updateEvaluation">;
  /** Returns undefined if the evaluator has no such evaluation. Throws if the evaluator does not answer. */
  readonly verdictOf: (id: EvaluationId) => Promise<EvaluationVerdict | undefined>;
  readonly now: () => Date;
  readonly pace: Pace;
}

/** The maximum number of attempts to write a verdict. An attempt fails only if a concurrent write comes first. */
const ROUNDS = 20;

/**
 * Applies the verdict of an evaluation to its change request. Changes nothing and returns "superseded" if the UUID or
 * revision of the evaluation is not the current one, if its attempt or a newer attempt is done, or if its attempt was
 * never requested. Returns "unknown" if no verdict is found for `id`.
 *
 * If an address lookup of the evaluation failed, another attempt is requested after a pause. The pause grows with each
 * such attempt.
 */
export async function applyEvaluation(
  { store, verdictOf, now, pace }: ApplyNeeds,
  id: EvaluationId,
): Promise<"applied" | "superseded" | "unknown"> {
  const { changeRequestUuid: uuid, revision, attempt } = id;
  const current = await store.evaluationStatus(uuid);
  if (current?.revision !== revision || attempt <= current.evaluation.done || attempt > current.evaluation.wanted)
    return "superseded";
  const verdict = await verdictOf(id);
  if (!verdict) return "unknown";
  let status: typeof current | undefined = current;
  for (let round = 0; round < ROUNDS; round += 1) {
    const after = status && withVerdict(status, verdict, now(), pace);
    if (!status || !after) return "superseded";
    if (await store.updateEvaluation(status, after)) return "applied";
    status = await store.evaluationStatus(uuid);
  }
  throw new Error(`the evaluation of ${uuid} changed ${ROUNDS} times while a verdict was applied`);
}
