import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { Judgement } from "../judging/model/judgement.ts";
import type { SuggestedRule } from "../judging/suggesting/suggest-rules.ts";

/**
 * Judges a request with its inputs without blocking the event loop for long. The results stay within the size limit of
 * one evaluation. Rejects when the signal is aborted.
 */
export type RunJudge = (
  request: EvaluatedRequest,
  inputs: EvaluationInputs,
  signal?: AbortSignal,
) => Promise<Judgement>;

/** Searches for rules to suggest, for at most about `forMs` milliseconds. Does not block the event loop for long. */
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

/** Returns a runner that judges small requests in this thread and large requests in a judge thread. */
export function judgeBySize(options: {
  readonly inline: JudgeRunner;
  readonly inThread: JudgeRunner;
  /** The largest weight (`weightOf`) of a request that is judged in this thread. */
  readonly inlineWeight: number;
}): JudgeRunner {
  const { inline, inThread, inlineWeight } = options;
  const runnerFor = (request: EvaluatedRequest, inputs: EvaluationInputs, times = 1) =>
    weightOf(request, inputs) * times <= inlineWeight ? inline : inThread;
  return {
    judge: (request, inputs, signal) => runnerFor(request, inputs).judge(request, inputs, signal),
    suggest: (request, inputs, forMs, signal) =>
      runnerFor(request, inputs, SUGGESTING).suggest(request, inputs, forMs, signal),
  };
}

/**
 * The estimated cost of a search for suggestions, as a multiple of the cost of judging. For each rule, the search
 * compares about this many parts of the rule with the boundaries.
 */
const SUGGESTING = 10;

/**
 * Compiling and indexing a changed boundary set costs about as much as comparing this many rules with all its
 * boundaries.
 */
const COMPILING = 4;

/**
 * Estimates the cost of judging a request. The unit is one comparison of a rule with a boundary. The estimate includes
 * compiling the boundaries and processing the addresses.
 */
function weightOf({ rules }: EvaluatedRequest, { admitted, resolution }: EvaluationInputs): number {
  let weight = (rules.length + COMPILING) * admitted.boundaries.length;
  for (const resolved of resolution.values()) if (resolved.outcome === "resolved") weight += resolved.addressCount / 16;
  return weight;
}
