import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { Judgement } from "../judging/model/judgement.ts";
import type { SuggestedRule } from "../judging/suggesting/suggest-rules.ts";

/**
 * Judges what was gathered; wherever that runs, the event loop stays free. Results are within the size one evaluation
 * may have. Rejects when the signal is aborted.
 */
export type RunJudge = (
  request: EvaluatedRequest,
  inputs: EvaluationInputs,
  signal?: AbortSignal,
) => Promise<Judgement>;

/** Looks for rules to suggest, for about `forMs`; wherever that runs, the event loop stays free. */
type RunSuggest = (
  request: EvaluatedRequest,
  inputs: EvaluationInputs,
  forMs: number,
  signal?: AbortSignal,
) => Promise<readonly SuggestedRule[]>;

export interface JudgeRunner {
  readonly judge: RunJudge;
  readonly suggest: RunSuggest;
}

/** Chooses where to judge: small work here and now, large work in a thread. */
export function judgeBySize(options: {
  readonly inline: JudgeRunner;
  readonly inThread: JudgeRunner;
  /** The largest weight that is judged inline. */
  readonly inlineWeight: number;
}): JudgeRunner {
  const { inline, inThread, inlineWeight } = options;
  const placeFor = (request: EvaluatedRequest, inputs: EvaluationInputs, times = 1) =>
    weightOf(request, inputs) * times <= inlineWeight ? inline : inThread;
  return {
    judge: (request, inputs, signal) => placeFor(request, inputs).judge(request, inputs, signal),
    suggest: (request, inputs, forMs, signal) =>
      placeFor(request, inputs, SUGGESTING).suggest(request, inputs, forMs, signal),
  };
}

/** Looking for suggestions lays parts of a rule beside its boundaries again and again. */
const SUGGESTING = 10;

/** Passes over all boundaries that making and indexing a set of them costs, when something changed. */
const COMPILING = 4;

/** A rough number of steps: rules times boundaries, and the addresses of what is named. */
function weightOf({ rules }: EvaluatedRequest, { admitted, resolution }: EvaluationInputs): number {
  let weight = (rules.length + COMPILING) * admitted.boundaries.length;
  for (const resolved of resolution.values()) if (resolved.outcome === "resolved") weight += resolved.addressCount / 16;
  return weight;
}
