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

export interface EvaluateSavedNeeds {
  readonly changeRequests: ChangeRequestSource;
  collectInputs(request: EvaluatedRequest): Promise<EvaluationInputs>;
  readonly judge: RunJudge;
  readonly evaluations: Pick<EvaluationStore, "find" | "insert" | "findSettledBefore">;
  readonly contents: Pick<ContentStore, "keepAll">;
  readonly boundaryInputsStore: Pick<BoundaryInputsStore, "keep">;
  /** Finds what changed the state since the previous evaluation. */
  findFlip(
    previous: EvaluationRecord,
    request: EvaluatedRequest,
    inputs: EvaluationInputs,
    judgement: Pick<Judgement, "state" | "retry">,
  ): Promise<Message | null>;
  readonly thresholds: ScoreThresholds;
  now(): Date;
  /**
   * Performs the steps after an evaluation is stored (finish-evaluation.ts), for example counting the uses of
   * boundaries. The call is idempotent.
   */
  finish(record: EvaluationRecord, rules: readonly Rule[]): Promise<void>;
}

/**
 * Evaluates one attempt of one revision, records the evaluation and performs the steps of `finish`. Returns "gone" if
 * the request is deleted or the revision is not its current one.
 *
 * The function is idempotent. If it runs several times for one attempt, only the record that is inserted first is
 * stored. Every run then uses this record.
 */
export async function evaluateSaved(
  needs: EvaluateSavedNeeds,
  id: EvaluationId,
  signal?: AbortSignal,
): Promise<"recorded" | "gone"> {
  const request = await needs.changeRequests.read(id.changeRequestUuid, id.revision);
  if (request === null) return "gone";
  await needs.finish(await evaluateAndRecord(needs, id, request, signal), request.rules);
  return "recorded";
}

async function evaluateAndRecord(
  needs: EvaluateSavedNeeds,
  id: EvaluationId,
  request: SavedChangeRequest,
  signal: AbortSignal | undefined,
): Promise<EvaluationRecord> {
  const { collectInputs, judge, evaluations, contents, boundaryInputsStore, findFlip, thresholds, now } = needs;
  // The contents are stored before the record that refers to them.
  const rules = rulesContent(request.rules);
  const [inputs, previous] = await Promise.all([
    collectInputs(request),
    // The first attempt has no previous evaluation.
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
  if (first === null) throw new Error("an evaluation that was recorded is not stored");
  return first;
}
