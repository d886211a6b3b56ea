import { definitionOf } from "../boundaries/boundary.ts";
import type { EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { BoundarySet } from "../judging/indexing/boundary-set.ts";
import { judge } from "../judging/judge.ts";
import type { ScoreSettings } from "../judging/matching/decide-state.ts";
import { suggestRules } from "../judging/suggesting/suggest-rules.ts";
import { createBoundarySets } from "./boundary-sets.ts";
import type { JudgeRunner, RunJudge } from "./judge-runner.ts";

/**
 * The largest number of compiled boundary sets in the cache. Projects to which the same boundaries apply share one set.
 * After a change, outdated sets stay in the cache until newer sets displace them.
 */
const MAX_SETS = 8;

/** Judges in this thread. */
export function createInlineJudgeRunner(settings: ScoreSettings): JudgeRunner {
  const sets = createBoundarySets(MAX_SETS);
  const compiled = ({ admitted, resolution }: EvaluationInputs): BoundarySet => {
    const references = admitted.references.map(({ reference }) => reference);
    return sets.get(admitted.hash, () => admitted.boundaries.map(definitionOf), references, resolution);
  };
  return {
    async judge({ rules, projectId }, inputs, signal) {
      signal?.throwIfAborted();
      return judge({ rules, projectId }, compiled(inputs), inputs.resolution, settings);
    },
    async suggest({ rules, projectId }, inputs, forMs, signal) {
      signal?.throwIfAborted();
      return suggestRules({ rules, projectId }, compiled(inputs), inputs.resolution, settings, timeLeftOf(forMs));
    },
  };
}

/** Judges in this thread, without suggestions. */
export function createInlineJudge(settings: ScoreSettings): RunJudge {
  return createInlineJudgeRunner(settings).judge;
}

/** Starts a timer of `ms` milliseconds. Returns a function that returns the remaining milliseconds. */
export function timeLeftOf(ms: number): () => number {
  const until = performance.now() + ms;
  return () => until - performance.now();
}
