import type { Rule } from "@network-access/firewall-rules/rule";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { packRules } from "../judging/compiling/pack-rules.ts";
import type { LatestEvaluation } from "../reevaluation/latest-evaluation.ts";
import type { LatestEvaluationStore } from "../reevaluation/latest-evaluation-store.ts";
import { bytesOfWords } from "../reevaluation/packed-rules-bytes.ts";
import { type EvaluationRecord, hasFollowUps } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";
import type { UseLedger } from "./use-ledger.ts";

/** What finishing needs. */
export interface FinishEvaluationNeeds {
  readonly ledger: Pick<UseLedger, "add">;
  readonly evaluations: Pick<EvaluationStore, "markFinished">;
  readonly latestEvaluations: Pick<LatestEvaluationStore, "put">;
  /** Inserts what integrations have to hear of it; repeatable. */
  exportResults(record: EvaluationRecord): Promise<void>;
  /** Tells the owner of the change request that there is a record; false when the queue does not answer. */
  tell(id: EvaluationId): Promise<boolean>;
}

/**
 * What follows from a record: it stands for its request, its uses are in the ledger, its results are exported, it is
 * marked, and the owner of the change request is told. Every step may be repeated, so a crash between them costs
 * nothing but time. `rules` are those of the record, null where they are not at hand.
 */
export async function finishEvaluation(
  needs: FinishEvaluationNeeds,
  record: EvaluationRecord,
  rules: readonly Rule[] | null,
): Promise<void> {
  const { ledger, evaluations, latestEvaluations, exportResults, tell } = needs;
  const { changeRequestUuid, revision, attempt, evaluatedAt, usedBoundaries } = record;
  const id = { changeRequestUuid, revision, attempt };
  const uses = usedBoundaries.map((boundaryUuid) => ({
    changeRequestUuid,
    revision,
    boundaryUuid,
    usedAt: evaluatedAt,
  }));
  const packedRules = rules && bytesOfWords(packRules(rules).words, attempt);
  const counted = Promise.all([
    latestEvaluations.put(latestEvaluationOf(record), packedRules),
    uses.length > 0 && ledger.add(uses),
  ]);
  // Nobody waits for a verdict until others have heard of it.
  const told = counted.then(() => tell(id));
  const marked = hasFollowUps(record)
    ? Promise.all([counted, exportResults(record)]).then(() => evaluations.markFinished(id))
    : counted;
  const [hearing, marking] = await Promise.allSettled([told, marked]);
  if (hearing.status === "rejected") throw hearing.reason;
  if (marking.status === "rejected") throw marking.reason;
  // Unheard, the owner asks again after a while and is told then.
  if (!hearing.value) throw new Error("the owner could not be told");
}

function latestEvaluationOf(record: EvaluationRecord): LatestEvaluation {
  const { changeRequestUuid, changeRequestId, projectId, revision, attempt } = record;
  const { evaluatedAt, rulesHash, footingHash, named } = record;
  return {
    changeRequestUuid,
    changeRequestId,
    projectId,
    revision,
    attempt,
    firstJudgedAt: evaluatedAt,
    rulesHash,
    footingHash,
    named,
  };
}
