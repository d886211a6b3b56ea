import type { Rule } from "@network-access/firewall-rules/rule";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { BoundaryInputsStore } from "../inputs/boundary-inputs-store.ts";
import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { ContentStore } from "../inputs/content-store.ts";
import type { RunJudge } from "../judge-threads/judge-runner.ts";
import type { Judgement, Message } from "../judging/model/judgement.ts";
import type { ChangeRequestSource, SavedChangeRequest } from "./change-request-source.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";
import { recordEvaluation, rulesContent } from "./record-evaluation.ts";
import type { ScoreThresholds } from "./score.ts";

/** What judging a saved revision needs. */
export interface EvaluateSavedNeeds {
  readonly changeRequests: ChangeRequestSource;
  collectInputs(request: EvaluatedRequest): Promise<EvaluationInputs>;
  readonly judge: RunJudge;
  readonly evaluations: Pick<EvaluationStore, "find" | "insert" | "findSettledBefore">;
  readonly contents: Pick<ContentStore, "keepAll">;
  readonly boundaryInputsStore: Pick<BoundaryInputsStore, "keep">;
  /** What brought a revision from another state into this one. */
  findFlip(
    previous: EvaluationRecord,
    request: EvaluatedRequest,
    inputs: EvaluationInputs,
    judgement: Pick<Judgement, "state" | "retry">,
  ): Promise<Message | null>;
  readonly thresholds: ScoreThresholds;
  now(): Date;
  /** Counts the uses of a record, marks it and tells its owner; repeatable. */
  finish(record: EvaluationRecord, rules: readonly Rule[]): Promise<void>;
}

/**
 * Judges one attempt of one revision and records it. Repeatable: whoever records first is believed, every further run
 * goes on with that record. "gone": the revision is not the current one any more, so nobody waits for it.
 */
export async function evaluateSaved(
  needs: EvaluateSavedNeeds,
  id: EvaluationId,
  signal?: AbortSignal,
): Promise<"recorded" | "gone"> {
  const request = await needs.changeRequests.read(id.changeRequestUuid, id.revision);
  if (request === null) return "gone";
  await needs.finish(await judgeAndRecord(needs, id, request, signal), request.rules);
  return "recorded";
}

async function judgeAndRecord(
  needs: EvaluateSavedNeeds,
  id: EvaluationId,
  request: SavedChangeRequest,
  signal: AbortSignal | undefined,
): Promise<EvaluationRecord> {
  const { collectInputs, judge, evaluations, contents, boundaryInputsStore, findFlip, thresholds, now } = needs;
  // Contents come before the record, so that it never refers to something that is not there.
  const rules = rulesContent(request.rules);
  const [inputs, previous] = await Promise.all([
    collectInputs(request),
    // Nothing was ever judged before the first attempt.
    id.attempt === 1 ? null : evaluations.findSettledBefore(id, request.id),
    contents.keepAll([rules]),
  ]);
  const judgement = await judge(request, inputs, signal);
  const flip = previous && (await findFlip(previous, request, inputs, judgement));
  const recordedWith = { thresholds, evaluatedAt: now(), flip };
  const recorded = recordEvaluation(id, request, rules, inputs, judgement, recordedWith);
  await Promise.all([contents.keepAll(recorded.contents), boundaryInputsStore.keep(recorded.boundaryInputs)]);
  if (await evaluations.insert(recorded.record, recorded.details)) return recorded.record;
  const first = await evaluations.find(id);
  if (first === null) throw new Error("a record that was there before is not there now");
  return first;
}
