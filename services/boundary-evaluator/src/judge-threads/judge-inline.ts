import { definitionOf } from "../boundaries/boundary.ts";
import type { Gathered } from "../inputs/gather.ts";
import type { BoundarySet } from "../judging/indexing/boundary-set.ts";
import { judge } from "../judging/judge.ts";
import type { ScoreSettings } from "../judging/matching/summarise.ts";
import { suggestRules } from "../judging/suggesting/suggest-rules.ts";
import { createBoundarySets } from "./boundary-sets.ts";
import type { JudgeGathered, JudgingPlace } from "./judge-gathered.ts";

/** Compiled sets kept: one per group of projects with boundaries of their own, and what an upload just replaced. */
const SETS_KEPT = 8;

/** Judges in this thread. */
export function createInlineJudging(settings: ScoreSettings): JudgingPlace {
  const sets = createBoundarySets(SETS_KEPT);
  const compiled = ({ admitted, resolution }: Gathered): BoundarySet => {
    const references = admitted.references.map(({ reference }) => reference);
    return sets.get(admitted.hash, () => admitted.boundaries.map(definitionOf), references, resolution);
  };
  return {
    async judge({ rules, projectId }, gathered, signal) {
      signal?.throwIfAborted();
      return judge({ rules, projectId }, compiled(gathered), gathered.resolution, settings);
    },
    async suggest({ rules, projectId }, gathered, forMs, signal) {
      signal?.throwIfAborted();
      return suggestRules({ rules, projectId }, compiled(gathered), gathered.resolution, settings, timeLeftOf(forMs));
    },
  };
}

/** The same for who only judges. */
export function createInlineJudge(settings: ScoreSettings): JudgeGathered {
  return createInlineJudging(settings).judge;
}

/** Counts down from now on. */
export function timeLeftOf(ms: number): () => number {
  const until = performance.now() + ms;
  return () => until - performance.now();
}
